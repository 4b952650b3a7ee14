import { useEffect, useEffectEvent } from 'react';
import { isTaken, readPress } from '#platform/actions/keys.ts';
import { isMac } from '#ui/keyboard/keys.tsx';
import { keysOf } from '#ui/keyboard/shortcut-registry.ts';
import { selectAll } from '#features/tasks/model/tasks.actions.ts';
import { selection, takeAll, toggleOne } from '#features/tasks/model/selection.ts';

const LETTERS = new Set(['j', 'k', 'x']);
const ARROWS = new Set(['arrowdown', 'arrowup', 'arrowleft', 'arrowright']);
/** Controls that handle arrow keys themselves. Everywhere else on the page, arrow keys are available for list navigation. */
const USES_ARROWS =
  '[role="tab"], [role="radio"], [role="slider"], [role="separator"], [role="tree"], [role="toolbar"], [role="grid"], [aria-haspopup], [data-uses-arrows]';

/** Elements inside a list. The list handles their keys itself. */
const IS_BEGUN = '[data-task-of], [data-task-id], [role="row"], [role="gridcell"], [data-cell]';

const TAB_STOPS = [
  '[data-task-id]:not([tabindex="-1"])',
  '[role="gridcell"][data-day][tabindex="0"]',
  '[data-load-cell] [tabindex="0"]',
].join();

interface KeyStart {
  container: React.RefObject<HTMLElement | null>;
  /** For lists with selection: returns all task ids in visual order. */
  order?: () => readonly string[];
  focus?: (taskId: string) => void;
  onStart?: () => void;
}

/**
 * Starts keyboard navigation of a list regardless of the current focus. The first J, K or arrow key moves focus to the list's tab stop.
 * X also selects that task. Ctrl+A selects all tasks even before the bulk-edit chunk is loaded.
 */
export function useKeyStart({ container, order, focus, onStart }: KeyStart): void {
  const start = useEffectEvent((event: KeyboardEvent): void => {
    const list = container.current;
    const press = readPress(event, isMac);
    if (list === null || press === null || isTaken(event)) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (order !== undefined && keysOf(selectAll).includes(press)) {
      event.preventDefault();
      onStart?.();
      selection.set(takeAll(order()));
      return;
    }
    const isArrow = ARROWS.has(press) && target.closest(USES_ARROWS) === null;
    if (target.closest(IS_BEGUN) !== null || isInPanel(target) || (!isArrow && !LETTERS.has(press))) return;
    const stop = findTabStop(list);
    const first = stop === null ? order?.()[0] : undefined;
    if (stop === null && first === undefined) return;
    event.preventDefault();
    onStart?.();
    if (stop !== null) stop.focus();
    else if (first !== undefined) focus?.(first);
    const id = stop?.dataset['taskId'] ?? stop?.closest<HTMLElement>('[data-task-of]')?.dataset['taskOf'];
    const chosen = id ?? first;
    if (press === 'x' && order !== undefined && chosen !== undefined)
      selection.set(toggleOne(selection.get(), chosen));
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => start(event);
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Returns the list's tab stop. If there are several columns, returns the tab stop of the first visible column. */
function findTabStop(list: HTMLElement): HTMLElement | null {
  const frame = list.getBoundingClientRect();
  const stops = [...list.querySelectorAll<HTMLElement>(TAB_STOPS)];
  const isInView = (stop: HTMLElement): boolean => {
    const { left, right } = stop.getBoundingClientRect();
    return left >= frame.left - 1 && right <= frame.right + 1;
  };
  return stops.find(isInView) ?? stops[0] ?? null;
}

/** Whether the target is in the task or profile panel next to the list. The sidebar does not count. */
function isInPanel(target: Element): boolean {
  const aside = target.closest('aside');
  return aside !== null && aside.querySelector('nav') === null;
}
