import { useLingui } from '@lingui/react/macro';
import { Fragment, type ReactNode } from 'react';
import { formatCapacity, useEstimateUnit } from '#platform/texts/estimates.ts';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import type { TaskGroup } from '#features/tasks/grouping/task-group.ts';
import type { Span } from '#features/tasks/model/task-span.ts';
import { useRowLoads, type RowChange } from './use-row-loads.ts';
import { NOBODY } from './loads.ts';
import { WorkloadCell } from './workload-cell.tsx';
import type { WorkloadBoard } from './workload-board.ts';
import styles from './workload.module.css';

interface WorkloadRowProps {
  group: TaskGroup;
  board: WorkloadBoard;
  columns: readonly (Span | null)[];
  /** Index of the open cell, whose tasks are shown. Null if no cell is open. */
  openAt: number | null;
  /** Index of the cell in the tab order (roving tabindex). Null if none is. */
  stopAt: number | null;
  change: RowChange | null;
  targetAt: number | null;
  /** Whether cells are stacked, as on a phone. Each cell then shows its column's label. */
  isStacked?: boolean;
  /** Renders the tasks of the open cell. */
  renderTasks: (taskIds: readonly string[]) => ReactNode;
}

/** The row of a member with a cell per column. The tasks of the open cell are shown below the row. */
export function WorkloadRow({
  group,
  board,
  columns,
  openAt,
  stopAt,
  change,
  targetAt,
  isStacked = false,
  renderTasks,
}: WorkloadRowProps) {
  const { view, today, known, formats } = board;
  const facts = useRowLoads({ view, row: group.key, columns, today, known, change });
  const tasks = openAt !== null && (
    <div role="row" className={styles.opened}>
      <div role="gridcell" aria-colspan={isStacked ? 1 : columns.length + 1}>
        {renderTasks(facts[openAt]?.load.taskIds ?? [])}
      </div>
    </div>
  );
  const cells = columns.map((column, at) => {
    const cell = facts[at];
    return cell === undefined ? null : (
      <WorkloadCell
        key={column?.from ?? 'none'}
        facts={cell}
        row={group.key}
        rowName={group.name}
        at={at}
        column={column}
        isOpen={openAt === at}
        isTabStop={isStacked || stopAt === at}
        isTarget={targetAt === at}
        showsTime={isStacked}
        formats={formats}
        onOpen={() => board.toggle(group.key, at)}
      />
    );
  });
  if (isStacked) {
    return (
      <div role="presentation" className={styles.stack}>
        <div role="row">
          <RowHead group={group} board={board} />
        </div>
        {cells.map((cell, at) => (
          <Fragment key={columns[at]?.from ?? 'none'}>
            <div role="row">{cell}</div>
            {openAt === at && tasks}
          </Fragment>
        ))}
      </div>
    );
  }
  return (
    <>
      <div role="row" className={styles.row}>
        <RowHead group={group} board={board} />
        {cells}
      </div>
      {tasks}
    </>
  );
}

function RowHead({ group, board }: { group: TaskGroup; board: WorkloadBoard }) {
  const { t } = useLingui();
  const unit = useEstimateUnit();
  const store = useTeamStore();
  const own = useRow('workTime', group.key)?.capacity;
  const team = useRow('workTime', store.teamId)?.capacity;
  const capacity = own ?? team ?? null;
  const { name } = group;
  return (
    <div role="rowheader" className={styles.who}>
      {group.key === NOBODY || !board.seesTime ? (
        <span className={styles.whoName}>
          {group.icon}
          <span className={styles.clip}>{name}</span>
        </span>
      ) : (
        <button
          type="button"
          className={styles.whoButton}
          onClick={() => board.openWorkTime(group.key, name)}
        >
          <span className="hidden-text">{t`Working time of ${name}`}</span>
          {group.icon}
          <span className={styles.whoWords} aria-hidden="true">
            <span className={styles.clip}>{name}</span>
            <span className={styles.aWeek}>
              {capacity === null
                ? unit === 'hours'
                  ? t`Set hours per week`
                  : t`Set points per week`
                : formatCapacity(capacity, unit)}
            </span>
          </span>
        </button>
      )}
    </div>
  );
}
