import type { PointerEvent as ReactPointerEvent } from 'react';
import { shiftSpan, stretchSpan, type Span } from '#features/tasks/model/task-span.ts';
import { countDays } from '@hearth/contracts/core/days';
import { followDrag, isDragPress } from './drag-gesture.ts';

/** A dragged task and its target span. A null span means undated. */
export interface CalendarDrag {
  id: string;
  span: Span | null;
}

interface DragActs {
  /** Returns the task's span. Returns undefined if the task cannot be moved. */
  spanOf: (id: string) => Span | null | undefined;
  onDrag: (drag: CalendarDrag | null) => void;
  onDrop: (drag: CalendarDrag) => void;
}

/** Drag threshold in pixels. A press that moves less counts as a click. */
const SLACK_PX = 5;

/**
 * Drags a task to another day, resizes it by its ends, or moves it to and from the tray of undated tasks. Escape
 * cancels the drag. Touch input scrolls and selects instead.
 */
export function startCalendarDrag(event: ReactPointerEvent<HTMLElement>, acts: DragActs): void {
  const { target, currentTarget: calendar, clientX: x, clientY: y } = event;
  if (!(target instanceof Element) || !isDragPress(event)) return;
  const id = target.closest<HTMLElement>('[data-task-of]')?.dataset['taskOf'];
  const span = id === undefined ? undefined : acts.spanOf(id);
  if (id === undefined || span === undefined) return;
  const end = target.closest<HTMLElement>('[data-end]')?.dataset['end'];
  const grabbed = findDropTarget(calendar, x, y);
  let drag: CalendarDrag | null = null;

  const spanAt = (drop: DropDay): Span | null | undefined => {
    if (drop === null) return span;
    if (drop.day === null) return end === undefined ? null : span;
    if (span === null) return { from: drop.day, to: drop.day };
    if (end === 'from' || end === 'to') return stretchSpan(span, end, drop.day);
    return shiftSpan(span, countDays(grabbed?.day ?? span.from, drop.day));
  };

  followDrag({
    hasMoved: (move) => Math.hypot(move.clientX - x, move.clientY - y) >= SLACK_PX,
    onMove(move) {
      const next = spanAt(findDropTarget(calendar, move.clientX, move.clientY)) ?? null;
      if (drag !== null && drag.span?.from === next?.from && drag.span?.to === next?.to) return;
      drag = { id, span: next };
      acts.onDrag(drag);
    },
    onEnd(isDone) {
      acts.onDrag(null);
      if (isDone && drag !== null) acts.onDrop(drag);
    },
  });
}

/** A day, the tray (`day` is null), or null for a point outside both of them. */
type DropDay = { day: string | null } | null;

/** Finds the day or tray at a point by geometry because bars may cover cells other than their own. */
function findDropTarget(calendar: HTMLElement, x: number, y: number): DropDay {
  const isIn = (element: Element): boolean => {
    const box = element.getBoundingClientRect();
    return x >= box.left && x < box.right && y >= box.top && y < box.bottom;
  };
  const tray = calendar.querySelector('[data-tray]');
  if (tray !== null && isIn(tray)) return { day: null };
  const cell = [...calendar.querySelectorAll<HTMLElement>('[data-day]')].find(isIn);
  return cell === undefined ? null : { day: cell.dataset['day'] ?? null };
}
