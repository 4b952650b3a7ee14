import type { ReactNode } from 'react';
import type { TaskGroup } from '#features/tasks/grouping/task-group.ts';
import type { Span } from '#features/tasks/model/task-span.ts';
import { useMoveDialog } from '#features/tasks/schedule/use-date-acts.ts';
import type { WorkloadPosition } from './loads.ts';
import type { WorkloadActs } from './use-workload-acts.ts';
import type { WorkloadCells } from './use-workload-cells.ts';
import type { WorkloadSums } from './use-workload-sums.ts';
import type { Cell } from './workload-board.ts';
import type { WorkloadFormats } from './workload-formats.ts';
import { WorkloadMove } from './workload-move.tsx';

interface WorkloadMovesRequest {
  groups: readonly TaskGroup[];
  columns: readonly (Span | null)[];
  days: readonly Span[];
  formats: WorkloadFormats;
  acts: WorkloadActs;
  cells: WorkloadCells;
  sums: WorkloadSums;
}

interface WorkloadMoves {
  /** Moves a task to another cell, opens that cell, and focuses the task. */
  move: (taskId: string, from: Cell, to: Cell) => void;
  openDialog: (taskId: string) => void;
  /** The dialog for moving a task of the open cell. */
  dialog: ReactNode;
}

/** Moves the tasks of a workload by drag, keyboard and dialog. */
export function useWorkloadMoves({
  groups,
  columns,
  days,
  formats,
  acts,
  cells,
  sums,
}: WorkloadMovesRequest): WorkloadMoves {
  // Opt out of memoization: the dialog shows loads that are read from the view while rendering.
  'use no memo';
  const { movingId, ...moving } = useMoveDialog(acts.mayMove);
  const { opened } = cells;
  const positionOf = ({ row, at }: Cell): WorkloadPosition => ({ row, column: columns[at] ?? null });
  const move: WorkloadMoves['move'] = (taskId, from, to) => {
    if (acts.move(taskId, positionOf(from), positionOf(to))) cells.follow(taskId, to);
  };
  return {
    move,
    openDialog: moving.open,
    dialog: movingId !== null && opened !== null && (
      <WorkloadMove
        taskId={movingId}
        row={opened.row}
        column={columns[opened.at] ?? null}
        rows={groups}
        columns={days}
        formats={formats}
        formatLoad={(row, column) => sums.formatLoad(movingId, { row, column })}
        onMove={(row, column) => {
          moving.close();
          const at = columns.findIndex((each) => each?.from === column?.from);
          move(movingId, opened, { row, at });
        }}
        onClose={moving.close}
      />
    ),
  };
}
