import { MoveDayDialog } from '#features/tasks/schedule/move-day-dialog.tsx';
import { DependencyShiftDialog } from './dependency-shift-dialog.tsx';
import type { Span } from '#features/tasks/model/task-span.ts';
import type { DateActs } from '#features/tasks/schedule/use-date-acts.ts';
import type { DependencyShift } from './use-dependency-shift.ts';

interface TimelineDialogsProps {
  acts: DateActs;
  shifts: DependencyShift;
  /** Id of the task to move to another day. Null while the dialog is closed. */
  movingId: string | null;
  onClose: () => void;
  onMove: (taskId: string, span: Span) => void;
}

/** Dialogs of a timeline for moving a task to another day and for shifting its dependents. */
export function TimelineDialogs({ acts, shifts, movingId, onClose, onMove }: TimelineDialogsProps) {
  function put(taskId: string, span: Span | null): void {
    const former = acts.spanOf(taskId);
    // Ignore changes that leave the span unchanged, such as those from partly typed years.
    if (span !== null && span.from === former?.from && span.to === former.to) return;
    onClose();
    if (span === null) acts.putOn(taskId, null);
    else onMove(taskId, span);
  }
  return (
    <>
      {movingId !== null && (
        <MoveDayDialog taskId={movingId} onMove={(span) => put(movingId, span)} onClose={onClose} />
      )}
      {shifts.proposed !== null && (
        <DependencyShiftDialog proposed={shifts.proposed} shifts={shifts} nameSpan={acts.nameSpan} />
      )}
    </>
  );
}
