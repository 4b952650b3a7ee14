import { LIMITS } from '@hearth/contracts/core/limits';
import type { SyncRows } from '@hearth/contracts/sync';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { showError, showToast } from '#platform/client-state/toasts.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { useFormats } from '#ui/format/formats.ts';
import { describeZone, listZones } from '#ui/format/time-zones.ts';
import { useToday } from '#ui/format/use-today.ts';
import { DateField } from '#ui/dates/date-field.tsx';
import { WeekdayField } from '#ui/inputs/weekday-field.tsx';
import { SettingRow } from '#ui/layout/settings.tsx';
import { Picker } from '#ui/overlays/picker.tsx';
import { updateTeam } from './teams.data.ts';
import styles from './teams.module.css';

interface WorkingTimeRowsProps {
  team: SyncRows['team'];
  isFixed: boolean;
}

/** The team's time zone, working days and holidays. Charts, forecasts, capacity and reports are based on them. */
export function WorkingTimeRows({ team, isFixed }: WorkingTimeRowsProps) {
  const { t } = useLingui();
  const store = useTeamStore();

  function change(fields: Parameters<typeof updateTeam>[1], message: string): void {
    store.mutate(updateTeam(store, fields));
    showToast(message, { action: { label: t`Undo`, run: () => void store.undo() } });
  }

  return (
    <>
      <SettingRow
        label={t`Team time zone`}
        hint={t`Days in analytics and reports begin and end here. Each person’s own dates stay in their own time zone.`}
      >
        <Picker
          label={t`Team time zone`}
          options={listZones().map((value) => ({ value, label: describeZone(value) }))}
          selected={[team.timeZone]}
          isFramed
          isDisabled={isFixed}
          onPick={(timeZone) => change({ timeZone }, t`Team time zone changed`)}
        >
          {describeZone(team.timeZone)}
        </Picker>
      </SettingRow>
      <SettingRow label={t`Working days`} hint={t`Used for capacity, burndowns and forecasts.`}>
        <WeekdayField
          label={t`Working days`}
          chosen={team.workingDays}
          isDisabled={isFixed}
          onChange={(workingDays) => {
            if (workingDays.length === 0) showError(t`Choose at least one working day.`);
            else change({ workingDays }, t`Working days changed`);
          }}
        />
      </SettingRow>
      <SettingRow label={t`Holidays`} hint={t`Days off for everyone. Add a person’s days off in Workload.`}>
        <Holidays days={team.holidays} isFixed={isFixed} onChange={change} />
      </SettingRow>
    </>
  );
}

interface HolidaysProps {
  days: readonly string[];
  isFixed: boolean;
  onChange: (fields: { holidays: string[] }, message: string) => void;
}

function Holidays({ days, isFixed, onChange }: HolidaysProps) {
  const { t } = useLingui();
  const formats = useFormats();
  const today = useToday();
  const [day, setDay] = useState<string | null>(null);
  const [isPastShown, setPastShown] = useState(false);
  const ahead = days.filter((one) => one >= today);
  const pastCount = days.length - ahead.length;

  function add(): void {
    if (day === null) return showError(t`Choose a day.`);
    if (days.includes(day)) return showError(t`${formats.calendarDay(day)} is already a holiday.`);
    if (days.length >= LIMITS.teamHolidays)
      return showError(t`A team can have up to ${LIMITS.teamHolidays} holidays. Remove past ones first.`);
    onChange({ holidays: [...days, day].toSorted() }, t`Holiday added`);
    if (day < today) setPastShown(true);
    setDay(null);
  }

  return (
    <div className={styles.holidays}>
      {days.length === 0 && isFixed && (
        <span className={styles.none}>
          <Trans>None</Trans>
        </span>
      )}
      <ul className={styles.days} aria-label={t`Holidays`}>
        {(isPastShown ? days : ahead).map((one) => {
          const name = formats.calendarDay(one, {
            weekday: 'short',
            day: 'numeric',
            month: 'long',
            year: 'numeric',
          });
          return (
            <li key={one} className={styles.holiday}>
              <span>{name}</span>
              {!isFixed && (
                <IconButton
                  label={t`Remove the holiday ${name}`}
                  onClick={() =>
                    onChange({ holidays: days.filter((other) => other !== one) }, t`Holiday removed`)
                  }
                >
                  <IconTrash size={16} stroke={1.7} />
                </IconButton>
              )}
            </li>
          );
        })}
      </ul>
      {!isPastShown && pastCount > 0 && (
        <Button variant="subtle" onClick={() => setPastShown(true)}>
          <Trans>Show past holidays</Trans>
        </Button>
      )}
      {!isFixed && (
        <form
          className={styles.adding}
          onSubmit={(event) => {
            event.preventDefault();
            add();
          }}
        >
          <DateField
            label={t`New holiday`}
            value={day}
            isFramed
            isClosed
            emptyText={t`Choose a day`}
            onChange={setDay}
          />
          <Button type="submit" variant="default">
            <Trans>Add</Trans>
          </Button>
        </form>
      )}
    </div>
  );
}
