import { useLingui } from '@lingui/react/macro';
import type { ReactNode, RefObject } from 'react';
import type { TaskGroup } from '#features/tasks/grouping/task-group.ts';
import type { Span } from '#features/tasks/model/task-span.ts';
import type { WorkloadCells } from './use-workload-cells.ts';
import type { Cell, WorkloadBoard } from './workload-board.ts';
import { startWorkloadDrag, type WorkloadDrag } from './workload-drag.ts';
import { WorkloadHeads } from './workload-heads.tsx';
import { handleWorkloadKeys } from './workload-keyboard.ts';
import styles from './workload.module.css';

interface WorkloadGridProps {
  scroller: RefObject<HTMLDivElement | null>;
  board: WorkloadBoard;
  columns: readonly (Span | null)[];
  cells: WorkloadCells;
  /** The rendered rows. */
  rows: readonly TaskGroup[];
  /** Keys of all rows, which can be reached with arrow keys. */
  rowKeys: readonly string[];
  /** Whether cells are stacked, as on a phone. */
  isSmall: boolean;
  mayMove: (taskId: string) => boolean;
  onDrag: (drag: WorkloadDrag | null) => void;
  onMove: (taskId: string, from: Cell, to: Cell) => void;
  onMoveRequest: (taskId: string) => void;
  renderRow: (group: TaskGroup) => ReactNode;
}

/** The rows of a workload, virtualized except on a phone. */
export function WorkloadGrid({
  scroller,
  board,
  columns,
  cells,
  rows,
  rowKeys,
  isSmall,
  mayMove,
  onDrag,
  onMove,
  onMoveRequest,
  renderRow,
}: WorkloadGridProps) {
  // Opt out of memoization: rows are rendered from the view and its tasks, so memoized results would be stale.
  'use no memo';
  const { t } = useLingui();
  const { opened, virtual } = cells;
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={t`Workload`}
      aria-rowcount={isSmall ? undefined : rows.length + 1}
      className={styles.scroller}
      onPointerDown={(event) =>
        startWorkloadDrag(event, {
          mayMove,
          onDrag,
          onDrop: ({ taskId, over }) => {
            if (opened !== null && over !== null) onMove(taskId, opened, over);
          },
        })
      }
      onFocus={cells.onFocus}
      onKeyDown={(event) =>
        handleWorkloadKeys(event, {
          rows: rowKeys,
          count: columns.length,
          opened,
          goTo: cells.goTo,
          close() {
            cells.close();
            if (opened !== null) cells.goTo(opened);
          },
          onMove,
          onMoveRequest,
        })
      }
    >
      {!isSmall && <WorkloadHeads columns={columns} today={board.today} formats={board.formats} />}
      <div
        role="presentation"
        style={isSmall ? undefined : { blockSize: virtual.size, position: 'relative' }}
      >
        {isSmall
          ? rows.map((group) => (
              <div key={group.key} role="presentation">
                {renderRow(group)}
              </div>
            ))
          : virtual.items.map((item) => {
              const group = rows[item.index];
              return (
                group !== undefined && (
                  <div
                    key={item.key}
                    ref={virtual.measure}
                    role="presentation"
                    data-index={item.index}
                    className={styles.place}
                    style={{ transform: `translateY(${item.start}px)` }}
                  >
                    {renderRow(group)}
                  </div>
                )
              );
            })}
      </div>
    </div>
  );
}
