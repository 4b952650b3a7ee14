import { useState, type PointerEvent, type ReactNode } from 'react';
import type { CalendarDrag } from '#features/tasks/schedule/calendar-drag.ts';
import { useMoveDialog, type DateActs } from '#features/tasks/schedule/use-date-acts.ts';
import type { Span } from '#features/tasks/model/task-span.ts';
import { TimelineDialogs } from './timeline-dialogs.tsx';
import { startTimelineDrag } from './timeline-drag.ts';
import { useDependencyShift } from './use-dependency-shift.ts';

export interface TimelineMoves {
  /** The dragged task. */
  drag: CalendarDrag | null;
  startDrag: (event: PointerEvent<HTMLElement>, dayWidth: number) => void;
  /** Returns the new span of a task in the proposed move, if it is affected. */
  proposedSpan: (taskId: string) => Span | undefined;
  /** Moves or resizes a dated task by keyboard. */
  change: (taskId: string, change: (span: Span) => Span) => void;
  openDialog: (taskId: string) => void;
  /** The dialogs for choosing another day and for shifting dependent tasks. */
  dialogs: ReactNode;
}

/**
 * Moves the tasks of a timeline by drag, keyboard and dialog. A move that would shift dependent tasks is proposed first.
 * @param showDay scrolls to the new first day of a task that was moved without dragging
 */
export function useTimelineMoves(acts: DateActs, showDay: (day: string) => void): TimelineMoves {
  const shifts = useDependencyShift(acts);
  const dialog = useMoveDialog(acts.mayMove);
  const [drag, setDrag] = useState<CalendarDrag | null>(null);
  const { proposed } = shifts;

  function move(taskId: string, span: Span): void {
    if (shifts.move(taskId, span)) showDay(span.from);
  }
  return {
    drag,
    startDrag: (event, dayWidth) =>
      startTimelineDrag(event, {
        dayWidth,
        spanOf: (id) => (acts.mayMove(id) ? acts.spanOf(id) : undefined),
        onDrag: setDrag,
        onDrop: (id, span) => void shifts.move(id, span),
      }),
    proposedSpan: (id) => (proposed?.id === id ? proposed.span : proposed?.shifts.get(id)),
    change(taskId, change) {
      const span = acts.spanOf(taskId);
      if (span) move(taskId, change(span));
    },
    openDialog: dialog.open,
    dialogs: (
      <TimelineDialogs
        acts={acts}
        shifts={shifts}
        movingId={dialog.movingId}
        onClose={dialog.close}
        onMove={move}
      />
    ),
  };
}
