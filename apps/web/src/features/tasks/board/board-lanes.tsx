import { Plural } from '@lingui/react/macro';
import { useMemo, type ReactNode } from 'react';
import type { View } from '#platform/sync/index.ts';
import { useGroupLists } from '#platform/sync/store/use-rows.ts';
import { useFormats } from '#ui/format/formats.ts';
import { GroupCount } from '#features/tasks/statuses/group-count.tsx';
import { ColumnLimit } from '#features/tasks/statuses/limits.lazy.ts';
import type { TaskGroup } from '#features/tasks/grouping/task-group.ts';
import styles from './board.module.css';

interface BoardLanesProps {
  view: View<'task'>;
  columns: readonly TaskGroup[];
  lanes: readonly TaskGroup[];
  slotOf: (column: string, lane: string) => string;
  renderCell: (column: TaskGroup, slot: string, lane: TaskGroup) => ReactNode;
}

/** A board with swimlanes and sticky column names. */
export function BoardLanes({ view, columns, lanes, slotOf, renderCell }: BoardLanesProps) {
  return (
    <div className={styles.lanes}>
      <div className={styles.laneHeads}>
        {columns.map((column) => (
          <div key={column.key} className={styles.laneHead}>
            {column.icon}
            <h2 className={styles.columnName}>{column.name}</h2>
            <Count
              view={view}
              group={column}
              slots={lanes.map((lane) => slotOf(column.key, lane.key)).join('\n')}
            />
            {column.projectId !== undefined && <ColumnLimit group={column} isWanted={false} standIn={null} />}
          </div>
        ))}
      </div>
      {lanes.map((lane) => (
        <section key={lane.key} aria-label={lane.name}>
          <div className={styles.laneName}>
            {lane.icon}
            <h3 className={styles.columnName}>{lane.name}</h3>
            <Count
              view={view}
              group={lane}
              slots={columns.map((column) => slotOf(column.key, lane.key)).join('\n')}
            />
          </div>
          <div className={styles.lane}>
            {columns.map((column) => renderCell(column, slotOf(column.key, lane.key), lane))}
          </div>
        </section>
      ))}
    </div>
  );
}

/**
 * Counts the tasks of a column or a lane over all of its cells, each task once.
 * @param slots group names separated by newlines: a string compares by value, unlike an array
 */
function Count({ view, group, slots }: { view: View<'task'>; group: TaskGroup; slots: string }) {
  const formats = useFormats();
  const names = useMemo(() => slots.split('\n'), [slots]);
  const count = new Set(useGroupLists(view, names).flat()).size;
  return (
    <GroupCount group={group} shown={count} className={styles.count}>
      <span aria-hidden="true">{formats.number(count)}</span>
      <span className="hidden-text">
        <Plural value={count} one="# task" other="# tasks" />
      </span>
    </GroupCount>
  );
}
