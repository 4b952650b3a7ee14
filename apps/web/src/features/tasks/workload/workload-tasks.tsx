import { useLingui } from '@lingui/react/macro';
import { Trans } from '@lingui/react/macro';
import { IconArrowsMove } from '@tabler/icons-react';
import { useRow } from '#platform/sync/index.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { StatusGlyph } from '#ui/display/status-glyph.tsx';
import type { StatusLook } from '#features/tasks/model/task-field-labels.ts';
import styles from './workload.module.css';

interface WorkloadTasksProps {
  taskIds: readonly string[];
  label: string;
  statuses: readonly StatusLook[];
  /** Formats the points of a task in this cell. */
  pointsOf: (taskId: string) => string;
  draggedId: string | null;
  mayMove: (taskId: string) => boolean;
  hrefOf: (taskId: string) => string;
  onOpen: (taskId: string) => void;
  onMove: (taskId: string) => void;
}

/** Lists the tasks of a cell. Tasks can be moved to other cells by drag or keyboard. */
export function WorkloadTasks({ taskIds, label, ...rest }: WorkloadTasksProps) {
  return (
    <ul className={styles.tasks} aria-label={label}>
      {taskIds.length === 0 && (
        <li className={styles.nothing}>
          <Trans>No open tasks</Trans>
        </li>
      )}
      {taskIds.map((id) => (
        <WorkloadTask key={id} taskId={id} {...rest} />
      ))}
    </ul>
  );
}

type WorkloadTaskProps = Omit<WorkloadTasksProps, 'taskIds' | 'label'> & { taskId: string };

function WorkloadTask({
  taskId,
  statuses,
  pointsOf,
  draggedId,
  mayMove,
  hrefOf,
  onOpen,
  onMove,
}: WorkloadTaskProps) {
  const { t } = useLingui();
  const task = useRow('task', taskId);
  if (task === undefined) return null;
  const status = statuses.find(({ id }) => id === task.statusId);
  const { title } = task;
  const canMove = mayMove(taskId);
  return (
    <li
      className={styles.task}
      data-load-task={taskId}
      data-movable={canMove || undefined}
      data-dragged={draggedId === taskId || undefined}
    >
      {status !== undefined && (
        <StatusGlyph category={status.category} progress={status.progress} color={status.color} />
      )}
      <a
        className={styles.taskTitle}
        href={hrefOf(taskId)}
        data-task-id={taskId}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          onOpen(taskId);
        }}
      >
        {title}
      </a>
      <span className={styles.taskPoints}>{pointsOf(taskId)}</span>
      {canMove && (
        <IconButton label={t`Move ${title}…`} size="sm" tabIndex={-1} onClick={() => onMove(taskId)}>
          <IconArrowsMove size={15} stroke={1.7} />
        </IconButton>
      )}
    </li>
  );
}
