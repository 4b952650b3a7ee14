import { hasRole } from '@hearth/contracts/permissions/permissions';
import { WORK_TIME_LIMITS } from '@hearth/contracts/members/work-time-values';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { formatCapacity, formatEstimate, useEstimateUnit } from '#platform/texts/estimates.ts';
import { showToast } from '#platform/client-state/toasts.ts';
import { useMay, useTeamRole } from '#platform/permissions/rights.ts';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { DateField } from '#ui/dates/date-field.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { TextField } from '#ui/inputs/text-field.tsx';
import { useFormats } from '#ui/format/formats.ts';
import { useToday } from '#ui/format/use-today.ts';
import { absencesInOrder, changeWorkTime, type WorkTimeFields } from './work-times.data.ts';
import styles from './work-time.module.css';

interface WorkTimeDialogProps {
  /** Id of a member. For the default, the id of the team. */
  id: string;
  name: string;
  onClose: () => void;
}

/**
 * Edits the weekly capacity and days off of a member, or the team's default capacity. Admins can edit both, and members their own. Everyone
 * except guests can see them.
 */
export function WorkTimeDialog({ id, name, onClose }: WorkTimeDialogProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const isTeam = id === store.teamId;
  return (
    <Dialog
      title={isTeam ? t`Points per week for everyone` : t`Working time of ${name}`}
      isOpen
      onClose={onClose}
    >
      <WorkTime id={id} name={name} isTeam={isTeam} />
    </Dialog>
  );
}

function WorkTime({ id, name, isTeam }: { id: string; name: string; isTeam: boolean }) {
  const { t } = useLingui();
  const unit = useEstimateUnit();
  const store = useTeamStore();
  const role = useTeamRole();
  const may = useMay();
  const time = useRow('workTime', id);
  const team = useRow('workTime', store.teamId);
  const isAdmin = hasRole(role, 'admin');
  const canEdit = isAdmin
    ? may(isTeam ? 'workTimes.changeTeam' : 'workTimes.change')
    : !isTeam && id === store.userId && may('workTimes.change');
  const current = time?.capacity ?? null;
  const [typed, setTyped] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const most = WORK_TIME_LIMITS.capacity;

  function change(fields: WorkTimeFields, message: string): void {
    store.mutate(changeWorkTime(store, id, fields));
    showToast(message, { action: { label: t`Undo`, run: () => void store.undo() } });
  }

  function saveCapacity(): void {
    const text = (typed ?? '').trim();
    const capacity = text === '' ? null : Number(text);
    if (capacity !== null && (!Number.isInteger(capacity) || capacity < 0 || capacity > most)) {
      setFault(t`A whole number from 0 to ${most}, or blank`);
      return;
    }
    setTyped(null);
    setFault(null);
    if (capacity !== current) change({ capacity }, t`Weekly capacity changed`);
  }

  const shared = team?.capacity ?? null;
  const ofTeam = formatEstimate(shared ?? 0, unit);
  const label = unit === 'hours' ? t`Hours per week` : t`Points per week`;
  const hint = isTeam
    ? t`The default for everyone. Leave blank for no limit.`
    : shared === null
      ? t`Blank: no limit.`
      : t`Blank: the team’s ${ofTeam}.`;
  return (
    <div className={styles.box}>
      {canEdit ? (
        <form
          className={styles.line}
          onSubmit={(event) => {
            event.preventDefault();
            saveCapacity();
          }}
        >
          <TextField
            label={label}
            value={typed ?? (current === null ? '' : String(current))}
            hint={hint}
            error={fault}
            maxLength={3}
            autoFocus
            onChange={setTyped}
          />
          <Button type="submit" variant="default" disabled={typed === null}>
            <Trans>Save</Trans>
          </Button>
        </form>
      ) : (
        <>
          <p className={styles.plain}>
            {current === null && (isTeam || shared === null)
              ? t`Weekly capacity not set`
              : formatCapacity(current ?? shared ?? 0, unit)}
          </p>
          <p className={styles.why}>{isTeam ? t`Set by admins.` : t`Set by ${name} or any admin.`}</p>
        </>
      )}
      {!isTeam && <Absences time={time} canEdit={canEdit} onChange={change} />}
    </div>
  );
}

interface AbsencesProps {
  time: Parameters<typeof absencesInOrder>[0];
  canEdit: boolean;
  onChange: (fields: WorkTimeFields, message: string) => void;
}

function Absences({ time, canEdit, onChange }: AbsencesProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const formats = useFormats();
  const today = useToday();
  const [from, setFrom] = useState<string | null>(null);
  const [to, setTo] = useState<string | null>(null);
  const [word, setWord] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const all = absencesInOrder(time);
  // Show past absences only if the limit is reached so that they can be removed to make room.
  const isFull = all.length >= WORK_TIME_LIMITS.absences;
  const ahead = isFull ? all : all.filter((one) => one.to >= today);

  function add(): void {
    if (from === null) return setFault(t`Choose the first day`);
    if ((to ?? from) < from) return setFault(t`The last day can’t be before the first`);
    if (isFull) return setFault(t`You can’t add more days off`);
    onChange(
      { [`absences.${store.newId()}`]: { from, to: to ?? from, word: word.trim() } },
      t`Days off added`,
    );
    setFault(null);
    setFrom(null);
    setTo(null);
    setWord('');
  }

  return (
    <section className={styles.absences} aria-label={t`Days off`}>
      <h3 className={styles.heading}>
        <Trans>Days off</Trans>
      </h3>
      {ahead.length === 0 && (
        <p className={styles.plain}>
          <Trans>None upcoming</Trans>
        </p>
      )}
      <ul className={styles.list}>
        {ahead.map((one) => {
          const [first, last] = [formats.calendarDay(one.from), formats.calendarDay(one.to)];
          const days = one.from === one.to ? first : t`${first} – ${last}`;
          return (
            <li key={one.id} className={styles.absence}>
              <span className={styles.days}>{days}</span>
              <span className={styles.word}>{one.word === '' ? t`Away` : one.word}</span>
              {canEdit && (
                <IconButton
                  label={t`Remove the days off ${days}`}
                  onClick={() => onChange({ [`absences.${one.id}`]: null }, t`Days off removed`)}
                >
                  <IconTrash size={16} stroke={1.7} />
                </IconButton>
              )}
            </li>
          );
        })}
      </ul>
      {canEdit && (
        <form
          className={styles.adding}
          onSubmit={(event) => {
            event.preventDefault();
            add();
          }}
        >
          <DateField label={t`First day off`} value={from} isClosed onChange={setFrom} />
          <DateField
            label={t`Last day off`}
            value={to}
            isClosed
            {...(from === null ? {} : { min: from })}
            onChange={setTo}
          />
          <TextField
            label={t`Note, visible to the team`}
            value={word}
            maxLength={WORK_TIME_LIMITS.word}
            error={fault}
            onChange={setWord}
          />
          <Button type="submit" variant="default">
            <Trans>Add days off</Trans>
          </Button>
        </form>
      )}
    </section>
  );
}
