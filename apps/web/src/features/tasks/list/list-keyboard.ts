import type { KeyboardEvent } from 'react';

interface ListKeys {
  /** Moves focus to the task above or below. */
  onStep: (step: 1 | -1, isExtending: boolean) => void;
  /** Moves the focused task itself. Undefined if the list cannot be reordered. */
  onReorder: ((step: 1 | -1) => void) | undefined;
}

const ARROWS: Record<string, 1 | -1> = { ArrowDown: 1, ArrowUp: -1 };
const STEPS: Record<string, 1 | -1> = { ...ARROWS, j: 1, k: -1 };

/** Handles keyboard navigation in a list: from task to task, and through the cells of a row. */
export function handleListKeys(event: KeyboardEvent, { onStep, onReorder }: ListKeys): void {
  const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-line]') : null;
  const [arrow, step] = [ARROWS[event.key], STEPS[event.key]];
  if (row === null) return;
  if (event.altKey && arrow !== undefined && onReorder !== undefined) onReorder(arrow);
  else if (event.metaKey || event.ctrlKey || event.altKey) return;
  else if (step !== undefined) onStep(step, event.shiftKey);
  else if (event.shiftKey || !moveInRow(event.key, row)) return;
  event.preventDefault();
}

/** Moves focus between the cells of a row with the left and right arrow keys. Returns whether the key was handled. */
function moveInRow(key: string, row: HTMLElement): boolean {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
  if (step === undefined) return false;
  const cells = [...row.querySelectorAll<HTMLElement>('[role="gridcell"][tabindex], [data-task-id]')];
  const ahead = getComputedStyle(row).direction === 'rtl' ? -step : step;
  const at = cells.findIndex((cell) => cell === document.activeElement);
  cells[at + ahead]?.focus();
  return at !== -1;
}
