import { addDays } from '@hearth/contracts/core/days';
import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { shiftSpan, stretchSpan, type Span } from '#features/tasks/model/task-span.ts';
import { startCalendarDrag, type CalendarDrag } from '#features/tasks/schedule/calendar-drag.ts';
import { MoveDayDialog } from '#features/tasks/schedule/move-day-dialog.tsx';
import { useMoveDialog, type DateActs } from '#features/tasks/schedule/use-date-acts.ts';
import type { CalendarTime } from './use-calendar-time.ts';

export interface CalendarMoves {
  /** The dragged task. */
  drag: CalendarDrag | null;
  /** Whether the last pointer press was a drag, such as a lasso. The resulting click must not create a task. */
  wasDrawn: () => boolean;
  /** Moves a task by a number of days. */
  shift: (taskId: string, days: number) => void;
  /** Moves the last day of a task. */
  stretch: (taskId: string, days: number) => void;
  openDialog: (taskId: string) => void;
  /** The dialog for choosing another day. */
  dialog: ReactNode;
  /** Handlers for the calendar's container. */
  props: {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    onPointerUp: (event: PointerEvent<HTMLElement>) => void;
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  };
}

/** Moves the tasks of a calendar by drag, keyboard and dialog. */
export function useCalendarMoves(
  acts: DateActs,
  { cursor, goTo, takeFocus }: CalendarTime,
  isSmall: boolean,
): CalendarMoves {
  const [drag, setDrag] = useState<CalendarDrag | null>(null);
  const { movingId, ...moving } = useMoveDialog(acts.mayMove);
  const wasDrawn = useRef(false);
  const pressed = useRef({ x: 0, y: 0 });

  /** Moves a task to other days. If `span` is null, removes its dates. If `cursorDay` is given, focuses the task on that day. */
  const put = (taskId: string, span: Span | null, cursorDay?: string): void => {
    if (acts.putOn(taskId, span) && cursorDay !== undefined) goTo(cursorDay, taskId);
  };
  /** Focuses the task at its new position after the dialog has closed. */
  const endMove = (taskId: string): void => {
    moving.close();
    const span = acts.spanOf(taskId);
    if (isSmall || !span) takeFocus();
    else goTo(span.from <= cursor.day && cursor.day <= span.to ? cursor.day : span.from, taskId);
  };
  return {
    drag,
    wasDrawn: () => wasDrawn.current,
    shift(id, days) {
      const span = acts.spanOf(id);
      const moved = span ? shiftSpan(span, days) : null;
      if (moved !== null) put(id, moved, addDays(cursor.day, days));
    },
    stretch(id, days) {
      const span = acts.spanOf(id);
      if (!span) return;
      const longer = stretchSpan(span, 'to', addDays(span.to, days));
      put(id, longer, cursor.day > longer.to ? longer.to : cursor.day);
    },
    openDialog: moving.open,
    dialog: movingId !== null && (
      <MoveDayDialog
        taskId={movingId}
        onMove={(span) => acts.putOn(movingId, span)}
        onClose={() => endMove(movingId)}
      />
    ),
    props: {
      onPointerDown(event) {
        pressed.current = { x: event.clientX, y: event.clientY };
        startCalendarDrag(event, {
          spanOf: (id) => (acts.mayMove(id) ? acts.spanOf(id) : undefined),
          onDrag: setDrag,
          onDrop: ({ id, span }) => put(id, span, span?.from),
        });
      },
      onPointerUp(event) {
        const { x, y } = pressed.current;
        wasDrawn.current = Math.hypot(event.clientX - x, event.clientY - y) > 5;
      },
      onKeyDown(event) {
        const { dataset } = event.target as HTMLElement;
        const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
        if (event.key !== 'm' || !isPlain || dataset['taskId'] === undefined) return;
        event.preventDefault();
        moving.open(dataset['taskId']);
      },
    },
  };
}
