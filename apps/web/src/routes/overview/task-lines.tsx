import { TaskRow, useStatuses } from '#features/tasks/index.ts';
import { useRowsOf } from '#platform/sync/store/use-rows.ts';
import { useTaskPanel } from '#routes/address/use-task-panel.ts';
import styles from './home.module.css';

/** Tasks under a common heading. A press completes a task. */
export function TaskLines({ name, ids }: { name: string; ids: readonly string[] }) {
  const statuses = useStatuses();
  const panel = useTaskPanel();
  const tasks = useRowsOf('task', ids);
  if (tasks.length === 0) return null;
  return (
    <div className={styles.group}>
      <h3>{name}</h3>
      <ul className={styles.rows}>
        {tasks.map(({ id, statusId }) => (
          <li key={id}>
            <TaskRow
              taskId={id}
              status={statuses.find((status) => status.id === statusId)}
              href={panel.hrefOf(id)}
              onOpen={panel.open}
              isTickable
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
