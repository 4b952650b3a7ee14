import { dayOf, putOnDay } from '@hearth/contracts/core/moment-values';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRowsOf } from '#platform/sync/store/use-rows.ts';
import { ChooseDialog } from '#ui/overlays/choose-dialog.tsx';
import { useReaderZone } from '#ui/format/formats.ts';
import { WhenField } from '#ui/dates/when-field.tsx';
import { updateTasks } from '#features/tasks/model/bulk.data.ts';
import type { ChooseProps } from '#features/tasks/model/choose-props.ts';
import { NO_DAY, useDayChoices } from '#features/tasks/model/use-day-choices.ts';

/** Sets the start or due date of tasks. */
export function ChooseDay({ ids, isStart, onChange, onClose }: ChooseProps & { isStart: boolean }) {
  const { t } = useLingui();
  const store = useTeamStore();
  const tasks = useRowsOf('task', ids);
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
  const days = tasks.map((task) => (task[field] === null ? null : dayOf(task[field], zone)));
  const choosing = useDayChoices(days, (day) => {
    // Each task keeps its own time of day.
    put((before) => (day === NO_DAY ? null : putOnDay(before, day, zone)));
  });
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
      {...choosing}
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
