import { Trans, useLingui } from '@lingui/react/macro';
import { IconCalendarShare, IconPlus } from '@tabler/icons-react';
import { Button } from '#ui/buttons/button.tsx';
import { useRow } from '#platform/sync/index.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import type { CalendarTasks } from './calendar-bar.tsx';
import { TaskRow } from '#features/tasks/list/task-row.tsx';
import styles from './calendar.module.css';

interface DayTasksProps {
  ids: readonly string[];
  tasks: CalendarTasks;
  onMove: (taskId: string) => void;
  /** Undefined if the user cannot create tasks in this calendar. */
  onMake: (() => void) | undefined;
}

/** Lists all tasks of a day, or all undated tasks. */
export function DayTasks({ ids, tasks, onMove, onMake }: DayTasksProps) {
  return (
    <>
      {ids.length === 0 ? (
        <p className={styles.hint}>
          <Trans>No tasks</Trans>
        </p>
      ) : (
        <ul className={styles.dayTasks}>
          {ids.map((id) => (
            <DayTask key={id} taskId={id} tasks={tasks} onMove={() => onMove(id)} />
          ))}
        </ul>
      )}
      {onMake !== undefined && (
        <Button
          variant="default"
          className={styles.dayAdd}
          icon={<IconPlus size={16} stroke={1.8} aria-hidden="true" />}
          onClick={onMake}
        >
          <Trans>Add task</Trans>
        </Button>
      )}
    </>
  );
}

interface DayTaskProps {
  taskId: string;
  tasks: CalendarTasks;
  onMove: () => void;
}

function DayTask({ taskId, tasks, onMove }: DayTaskProps) {
  const { t } = useLingui();
  const task = useRow('task', taskId);
  const may = useMay();
  if (task === undefined) return null;
  const status = tasks.statuses.find(({ id }) => id === task.statusId);
  return (
    <li className={styles.dayTask}>
      <TaskRow taskId={taskId} status={status} onOpen={tasks.onOpen} href={tasks.hrefOf(taskId)} />
      {may('task.update', task) && (
        <IconButton label={t`Move ${task.title} to another day`} onClick={onMove}>
          <IconCalendarShare size={18} stroke={1.6} />
        </IconButton>
      )}
    </li>
  );
}
