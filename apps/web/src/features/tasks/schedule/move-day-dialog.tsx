import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { useRow } from '#platform/sync/index.ts';
import { ChooseDialog } from '#ui/overlays/choose-dialog.tsx';
import { DateField } from '#ui/inputs/date-field.tsx';
import { useFormats } from '#ui/format/formats.ts';
import { useToday } from '#ui/format/use-today.ts';
import { listNearDays } from '#features/tasks/model/day-suggestions.ts';
import { shiftSpan, spanOf, type Span } from '#features/tasks/model/task-span.ts';
import { countDays } from '@hearth/contracts/core/days';

interface MoveDayDialogProps {
  taskId: string;
  onMove: (span: Span | null) => void;
  onClose: () => void;
}

const NONE = 'none';

/** Moves a task without dragging. The user picks its first day, and the duration stays the same, or removes its dates. */
export function MoveDayDialog({ taskId, onMove, onClose }: MoveDayDialogProps) {
  const { t } = useLingui();
  const formats = useFormats();
  const today = useToday();
  const task = useRow('task', taskId);
  const days = useMemo(() => listNearDays(today), [today]);
  if (task === undefined) return null;
  const span = spanOf(task);
  const isLong = span !== null && span.from !== span.to;

  function put(day: string | null): void {
    if (day === null) onMove(null);
    else onMove(span === null ? { from: day, to: day } : shiftSpan(span, countDays(span.from, day)));
  }

  return (
    <ChooseDialog
      title={isLong ? t`New start` : t`Move to another day`}
      label={t`Day`}
      choices={[
        ...days.map((day) => ({
          value: day,
          label:
            day <= (days[1] ?? '')
              ? formats.nearDay(day, today)
              : formats.calendarDay(day, { weekday: 'long', day: 'numeric', month: 'short' }),
          checked: span?.from === day ? ('all' as const) : undefined,
        })),
        { value: NONE, label: t`No date`, checked: span === null ? ('all' as const) : undefined },
      ]}
      onPick={(day) => put(day === NONE ? null : day)}
      onClose={onClose}
    >
      <DateField label={t`Custom date`} value={span?.from ?? null} isClosed onChange={put} />
    </ChooseDialog>
  );
}
