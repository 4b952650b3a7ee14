import type { MouseEvent as ReactMouseEvent, PointerEvent as ReactPointerEvent } from 'react';
import type { CalendarDrag } from '#features/tasks/schedule/calendar-drag.ts';
import { followDrag, isDragPress } from '#features/tasks/schedule/drag-gesture.ts';
import { shiftSpan, stretchSpan, type Span } from '#features/tasks/model/task-span.ts';
import { addDays } from '@hearth/contracts/core/days';

interface TimelineDragActs {
  dayWidth: number;
  /** Returns the task's span. Returns null or undefined if its bar cannot be moved. */
  spanOf: (id: string) => Span | null | undefined;
  onDrag: (drag: CalendarDrag | null) => void;
  onDrop: (id: string, span: Span) => void;
}

/** Drag threshold in pixels. A press that moves less counts as a click. */
const SLACK_PX = 4;

/** Drags a bar along its row or resizes it by its ends. Escape cancels the drag. Touch input scrolls and selects instead. */
export function startTimelineDrag(event: ReactPointerEvent<HTMLElement>, acts: TimelineDragActs): void {
  const { target, clientX: x } = event;
  if (!(target instanceof Element) || !isDragPress(event)) return;
  const id = target.closest<HTMLElement>('[data-bar]')?.dataset['taskOf'];
  const span = id === undefined ? undefined : acts.spanOf(id);
  if (id === undefined || !span) return;
  const end = target.closest<HTMLElement>('[data-end]')?.dataset['end'];
  const ahead = getComputedStyle(target).direction === 'rtl' ? -1 : 1;
  let next: Span | null = null;

  followDrag({
    hasMoved: (move) => Math.abs(move.clientX - x) >= SLACK_PX,
    onMove(move) {
      const days = Math.round(((move.clientX - x) * ahead) / acts.dayWidth);
      const to =
        end === 'from' || end === 'to'
          ? stretchSpan(span, end, addDays(span[end], days))
          : shiftSpan(span, days);
      if (next?.from === to.from && next.to === to.to) return;
      next = to;
      acts.onDrag({ id, span: to });
    },
    onEnd(isDone) {
      acts.onDrag(null);
      if (isDone && next !== null) acts.onDrop(id, next);
    },
  });
}

/**
 * Returns the task whose bar was pressed. For a press on the row of an undated task, also returns the distance from the start of the
 * timeline.
 */
export function readPressed({ target, clientX }: ReactMouseEvent): { id: string; x: number | null } | null {
  if (!(target instanceof HTMLElement)) return null;
  const bar = target.closest<HTMLElement>('[data-bar]')?.dataset['taskOf'];
  if (bar !== undefined) return { id: bar, x: null };
  const { empty, track = '' } = target.dataset;
  if (empty === undefined) return null;
  const box = target.getBoundingClientRect();
  const isRtl = getComputedStyle(target).direction === 'rtl';
  return { id: track, x: isRtl ? box.right - clientX : clientX - box.left };
}
