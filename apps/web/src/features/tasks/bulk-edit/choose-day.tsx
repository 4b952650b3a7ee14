import { dayOf, putOnDay } from '@hearth/contracts/core/moment-values';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRowsOf } from '#platform/sync/store/use-rows.ts';
import { ChooseDialog, type Choice } from '#ui/overlays/choose-dialog.tsx';
import { useFormats, useReaderZone } from '#ui/format/formats.ts';
import { useToday } from '#ui/format/use-today.ts';
import { WhenField } from '#ui/inputs/when-field.tsx';
import { updateTasks } from '#features/tasks/model/bulk.data.ts';
import type { ChooseProps } from '#features/tasks/model/choose-props.ts';
import { listNearDays } from '#features/tasks/model/day-suggestions.ts';

const NONE = 'none';

/** Sets the start or due date of tasks. */
export function ChooseDay({ ids, isStart, onChange, onClose }: ChooseProps & { isStart: boolean }) {
  const { t } = useLingui();
  const store = useTeamStore();
  const formats = useFormats();
  const today = useToday();
  const tasks = useRowsOf('task', ids);
  const days = useMemo(() => listNearDays(today), [today]);
  const count = ids.length;
  const field = isStart ? 'startDate' : 'dueDate';
  const zone = useReaderZone();
  const put = (when: (before: string | null) => string | null) =>
    onChange(
      updateTasks(
        store,
        tasks.map((task) => ({ id: task.id, fields: { [field]: when(task[field]) } })),
      ),
    );
  const checkState = (matches: (task: (typeof tasks)[number]) => boolean): Choice['checked'] => {
    const those = tasks.filter(matches).length;
    return those === 0 ? undefined : those === tasks.length ? 'all' : 'some';
  };
  const name = isStart ? t`Start date` : t`Due date`;
  const [first = null, ...others] = new Set(tasks.map((task) => task[field]));
  const same = others.length === 0 ? first : null;
  return (
    <ChooseDialog
      title={
        isStart
          ? t`${plural(count, { one: 'Set the start date', other: 'Set the start date of # tasks' })}`
          : t`${plural(count, { one: 'Set the due date', other: 'Set the due date of # tasks' })}`
      }
      label={name}
      choices={[
        ...days.map((day) => ({
          value: day,
          label:
            day <= (days[1] ?? '')
              ? formats.nearDay(day, today)
              : formats.calendarDay(day, { weekday: 'long', day: 'numeric', month: 'short' }),
          checked: checkState((task) => task[field] !== null && dayOf(task[field], zone) === day),
        })),
        { value: NONE, label: t`No date`, checked: checkState((task) => task[field] === null) },
      ]}
      // Each task keeps its own time of day.
      onPick={(day) => put((before) => (day === NONE ? null : putOnDay(before, day, zone)))}
      onClose={onClose}
    >
      <WhenField
        label={t`Custom date`}
        value={same}
        isClosed
        // If the tasks have different dates, each task keeps its own time of day.
        onChange={(when) =>
          put((before) => (when === null || same !== null ? when : putOnDay(before, when, zone)))
        }
      />
    </ChooseDialog>
  );
}
