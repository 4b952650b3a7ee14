import { useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react';
import { useFocusInside } from '#ui/keyboard/focus-inside.ts';

/** Focus position in a calendar: a day, or a task on that day. */
export interface CalendarCursor {
  day: string;
  taskId: string | null;
}

interface CursorFocus {
  /** Focuses the cursor's element after the next render. */
  take: () => void;
  onFocus: (event: FocusEvent) => void;
}

/**
 * Keeps focus on the cursor. A task that moves to another day is remounted there and regains focus. If the task no longer exists,
 * its day gets focus.
 */
export function useCursorFocus(
  grid: RefObject<HTMLElement | null>,
  cursor: CalendarCursor,
  onCursor: (cursor: CalendarCursor) => void,
): CursorFocus {
  const isWanted = useRef(false);
  const isInside = useFocusInside(grid);
  useLayoutEffect(() => {
    const { activeElement } = document;
    const isLost = activeElement === null || activeElement === document.body;
    if (!isWanted.current && !(isInside.current && isLost)) return;
    const element = grid.current === null ? null : findCursorElement(grid.current, cursor);
    if (element === null) return;
    isWanted.current = false;
    element.focus();
  });
  return {
    take: () => {
      isWanted.current = true;
    },
    onFocus({ target }) {
      if (!(target instanceof HTMLElement)) return;
      const taskId = target.dataset['taskId'] ?? null;
      const { from, to } = target.closest<HTMLElement>('[data-task-of]')?.dataset ?? {};
      const day = target.closest<HTMLElement>('[data-day]')?.dataset['day'];
      if (day === undefined) return;
      const isOnIt = taskId !== null && cursor.day >= (from ?? '') && cursor.day <= (to ?? '');
      const next = { day: isOnIt ? cursor.day : day, taskId };
      if (next.day !== cursor.day || next.taskId !== cursor.taskId) onCursor(next);
    },
  };
}

function findCursorElement(grid: HTMLElement, { day, taskId }: CalendarCursor): HTMLElement | null {
  const cell = grid.querySelector<HTMLElement>(`[data-day="${day}"]`);
  if (taskId === null) return cell;
  const name = `[data-task-id="${CSS.escape(taskId)}"]`;
  return (
    cell?.closest('[data-week]')?.querySelector<HTMLElement>(name) ??
    grid.querySelector<HTMLElement>(name) ??
    cell
  );
}
