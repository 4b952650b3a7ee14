import type { PointerEvent as ReactPointerEvent } from 'react';
import { followDrag, isDragPress } from '#features/tasks/schedule/drag-gesture.ts';

/** A dragged task and the cell below the pointer. */
export interface WorkloadDrag {
  taskId: string;
  over: { row: string; at: number } | null;
}

interface DragActs {
  mayMove: (taskId: string) => boolean;
  onDrag: (drag: WorkloadDrag | null) => void;
  onDrop: (drag: WorkloadDrag) => void;
}

/** Drag threshold in pixels. A press that moves less counts as a click. */
const SLACK_PX = 5;

/** Drags a task to another cell. Escape cancels the drag. Touch input scrolls and selects instead. */
export function startWorkloadDrag(event: ReactPointerEvent<HTMLElement>, acts: DragActs): void {
  const { target, clientX: x, clientY: y } = event;
  if (!(target instanceof Element) || !isDragPress(event)) return;
  const taskId = target.closest<HTMLElement>('[data-load-task]')?.dataset['loadTask'];
  if (taskId === undefined || !acts.mayMove(taskId)) return;
  let drag: WorkloadDrag | null = null;

  const signal = followDrag({
    hasMoved: (move) => Math.hypot(move.clientX - x, move.clientY - y) >= SLACK_PX,
    onMove(move) {
      const over = findCell(move.clientX, move.clientY);
      if (drag !== null && drag.over?.row === over?.row && drag.over?.at === over?.at) return;
      drag = { taskId, over };
      acts.onDrag(drag);
    },
    onEnd(isDone) {
      acts.onDrag(null);
      if (isDone && drag !== null) acts.onDrop(drag);
    },
  });
  // Prevent the native drag of the link in the task.
  window.addEventListener('dragstart', (native) => native.preventDefault(), { signal });
}

function findCell(x: number, y: number): WorkloadDrag['over'] {
  const cell = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-load-cell]');
  const row = cell?.dataset['row'];
  return cell === undefined || cell === null || row === undefined
    ? null
    : { row, at: Number(cell.dataset['at']) };
}
