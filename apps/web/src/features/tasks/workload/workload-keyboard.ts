import type { KeyboardEvent } from 'react';
import type { Cell } from './workload-board.ts';

interface WorkloadKeys {
  /** Keys of the rows in visual order. */
  rows: readonly string[];
  /** Number of columns. */
  count: number;
  opened: Cell | null;
  goTo: (cell: Cell) => void;
  /** Hides the tasks of the open cell. */
  close: () => void;
  onMove: (taskId: string, from: Cell, to: Cell) => void;
  onMoveRequest: (taskId: string) => void;
}

const STEPS: Record<string, readonly [rows: number, columns: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/**
 * Handles keys. Arrow keys move between cells and, within an open cell, between its tasks. On a task, Alt with an arrow key moves the task,
 * M opens the dialog for moving it, and Escape closes the cell.
 */
export function handleWorkloadKeys(event: KeyboardEvent<HTMLElement>, keys: WorkloadKeys): void {
  const { target } = event;
  if (!(target instanceof HTMLElement) || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const taskId = target.closest<HTMLElement>('[data-load-task]')?.dataset['loadTask'];
  const cell = target.closest<HTMLElement>('[data-load-cell]')?.dataset;
  const [rows = 0, ahead = 0] = STEPS[event.key] ?? [];
  const columns = document.documentElement.dir === 'rtl' ? -ahead : ahead;
  const isStep = event.key in STEPS;
  const from = taskId === undefined ? null : keys.opened;
  const at = taskId === undefined ? { row: cell?.['row'] ?? '', at: Number(cell?.['at']) } : from;
  if (at === null || (taskId === undefined && cell === undefined)) return;

  const next: Cell = {
    row: keys.rows[keys.rows.indexOf(at.row) + rows] ?? at.row,
    at: Math.min(keys.count - 1, Math.max(0, at.at + columns)),
  };
  const isElsewhere = next.row !== at.row || next.at !== at.at;
  if (taskId === undefined) {
    if (event.altKey || !isStep) return;
    event.preventDefault();
    if (isElsewhere) keys.goTo(next);
  } else if (isStep && event.altKey) {
    event.preventDefault();
    if (isElsewhere) keys.onMove(taskId, at, next);
  } else if (isStep && rows !== 0) {
    event.preventDefault();
    const links = [...(target.closest('ul')?.querySelectorAll<HTMLElement>('[data-task-id]') ?? [])];
    const focused = links.findIndex((link) => link.dataset['taskId'] === taskId);
    const other = links[focused + rows];
    if (other !== undefined) other.focus();
    else if (rows < 0) keys.goTo(at);
  } else if (event.key.toLowerCase() === 'm' && !event.altKey) {
    event.preventDefault();
    keys.onMoveRequest(taskId);
  } else if (event.key === 'Escape') {
    event.preventDefault();
    event.stopPropagation();
    keys.close();
  }
}
