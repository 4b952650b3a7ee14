import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { showToast } from '#platform/client-state/toasts.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import type { ChooseProps } from '#features/tasks/model/choose-props.ts';
import { useRowsOf } from '#platform/sync/store/use-rows.ts';
import { ChooseDialog } from '#ui/overlays/choose-dialog.tsx';
import { DateField } from '#ui/dates/date-field.tsx';
import { useFormats } from '#ui/format/formats.ts';
import { useToday } from '#ui/format/use-today.ts';
import { listNearDays } from '#features/tasks/model/day-suggestions.ts';
import { addDays } from '@hearth/contracts/core/days';
import { snoozeTasks } from './personal-task.data.ts';
import { isTaken } from '#features/tasks/model/tasks.data.ts';
import { putOffTasks } from '#features/tasks/model/triage.data.ts';

/** Option value for ending the snooze. All other values are days. */
const BACK = 'back';

/** Snoozes tasks until a day for this user only. If all of them are in triage and editable, snoozes them in triage for everyone. */
export function ChooseSnooze({ ids, onChange, onClose }: ChooseProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const formats = useFormats();
  const today = useToday();
  const may = useMay();
  const own = useRowsOf('ownTask', ids);
  const tasks = useRowsOf('task', ids);
  const isInTriage = tasks.length > 0 && tasks.every((task) => !isTaken(task) && may('task.update', task));
  const untils = isInTriage
    ? tasks.map(({ triage }) => triage?.until ?? '')
    : own.map(({ snoozedUntil }) => snoozedUntil ?? '');
  const snoozedDays = untils.filter((until) => until > today);
  const days = useMemo(() => listNearDays(today).slice(1), [today]);
  const count = ids.length;
  const put = (until: string | null) => {
    if (isInTriage) {
      onChange(putOffTasks(store, ids, until));
      const day = until === null ? '' : formats.nearDay(until, today);
      showToast(until === null ? t`Back in triage` : t`Snoozed in triage until ${day}`, {
        action: { label: t`Undo`, run: () => void store.undo() },
      });
      return;
    }
    const command = snoozeTasks(store, ids, until);
    onChange(command === null ? [] : [command]);
  };
  const isCurrent = (day: string) =>
    snoozedDays.length === count && snoozedDays.every((until) => until === day);
  return (
    <ChooseDialog
      title={
        isInTriage
          ? t`${plural(count, { one: 'Snooze in triage until', other: 'Snooze # tasks in triage until' })}`
          : t`${plural(count, { one: 'Snooze until', other: 'Snooze # tasks until' })}`
      }
      label={t`Day`}
      choices={[
        ...(snoozedDays.length > 0 ? [{ value: BACK, label: t`Bring back now` }] : []),
        ...days.map((day) => ({
          value: day,
          label:
            day === days[0]
              ? formats.nearDay(day, today)
              : formats.calendarDay(day, { weekday: 'long', day: 'numeric', month: 'short' }),
          checked: isCurrent(day) ? ('all' as const) : undefined,
        })),
      ]}
      onPick={(day) => put(day === BACK ? null : day)}
      onClose={onClose}
    >
      <DateField
        label={t`Custom date`}
        value={snoozedDays[0] ?? null}
        isClosed
        min={addDays(today, 1)}
        onChange={(day) => put(day)}
      />
    </ChooseDialog>
  );
}
