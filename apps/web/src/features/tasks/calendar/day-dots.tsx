import { useRow } from '#platform/sync/index.ts';
import type { StatusLook } from '#features/tasks/model/task-field-labels.ts';
import styles from './calendar.module.css';

/** Maximum number of dots that fit below the day number. */
const MAX_DOTS = 3;

interface DayDotsProps {
  ids: readonly string[];
  statuses: readonly StatusLook[];
}

/**
 * Shows a dot, colored by status, for each of the first tasks of a day, and a plus sign if there are more. Screen readers get the number of
 * tasks from the day itself.
 */
export function DayDots({ ids, statuses }: DayDotsProps) {
  return (
    <span className={styles.dots} aria-hidden="true">
      {ids.slice(0, MAX_DOTS).map((id) => (
        <Dot key={id} taskId={id} statuses={statuses} />
      ))}
      {ids.length > MAX_DOTS && '+'}
    </span>
  );
}

function Dot({ taskId, statuses }: { taskId: string; statuses: readonly StatusLook[] }) {
  const statusId = useRow('task', taskId)?.statusId;
  return <span className={styles.dot} data-color={statuses.find(({ id }) => id === statusId)?.color} />;
}
