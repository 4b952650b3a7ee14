import { useLingui } from '@lingui/react/macro';
import { useRow } from '#platform/sync/index.ts';
import { ChooseDialog } from '#ui/overlays/choose-dialog.tsx';
import { DateField } from '#ui/dates/date-field.tsx';
import { shiftSpan, spanOf, type Span } from '#features/tasks/model/task-span.ts';
import { NO_DAY, useDayChoices } from '#features/tasks/model/use-day-choices.ts';
import { countDays } from '@hearth/contracts/core/days';

interface MoveDayDialogProps {
  taskId: string;
  onMove: (span: Span | null) => void;
  onClose: () => void;
}

/** Moves a task without dragging. The user picks its first day, and the duration stays the same, or removes its dates. */
export function MoveDayDialog({ taskId, onMove, onClose }: MoveDayDialogProps) {
  const { t } = useLingui();
  const task = useRow('task', taskId);
  const span = task === undefined ? null : spanOf(task);
  const put = (day: string | null): void => {
    if (day === null) onMove(null);
    else onMove(span === null ? { from: day, to: day } : shiftSpan(span, countDays(span.from, day)));
  };
  const choosing = useDayChoices([span?.from ?? null], (day) => put(day === NO_DAY ? null : day));
  if (task === undefined) return null;
  const isLong = span !== null && span.from !== span.to;

  return (
    <ChooseDialog
      title={isLong ? t`New start` : t`Move to another day`}
      label={t`Day`}
      {...choosing}
      onClose={onClose}
    >
      <DateField label={t`Custom date`} value={span?.from ?? null} isClosed onChange={put} />
    </ChooseDialog>
  );
}
