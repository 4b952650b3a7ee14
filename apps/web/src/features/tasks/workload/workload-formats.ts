import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useEstimateUnit } from '#platform/texts/estimates.ts';
import { useFormats } from '#ui/format/formats.ts';
import type { Span } from '#features/tasks/model/task-span.ts';
import { isCounted, isOver, type Load } from './loads.ts';

export interface WorkloadFormats {
  /** Formats a number of points or hours without the unit. */
  points: (points: number) => string;
  /** Formats a load in points, or as the number of tasks if none has an estimate. */
  amount: (load: Load) => string;
  /** Formats a column, such as '24 Nov – 30 Nov' or a single day. Null formats the column of undated tasks. */
  column: (column: Span | null) => string;
  /** Describes the load of a cell in words, with its capacity and the days on which the member is away. */
  cell: (load: Load, capacity: number | null, away: number) => string;
}

/** Returns functions that format loads and time in a workload. */
export function useWorkloadFormats(): WorkloadFormats {
  const { t } = useLingui();
  const formats = useFormats();
  const unit = useEstimateUnit();
  const points = (count: number) => formats.number(count, { maximumFractionDigits: 1 });
  const tasks = (count: number) => t`${plural(count, { one: '# task', other: '# tasks' })}`;

  const formatShare = (all: string, most: string | null): string => {
    if (unit === 'hours') return most === null ? t`${all} hours` : t`${all} of ${most} hours`;
    return most === null ? t`${all} points` : t`${all} of ${most} points`;
  };

  return {
    points,
    amount: (load) => (isCounted(load) ? tasks(load.taskIds.length) : points(load.points)),
    column(column) {
      if (column === null) return t`No date`;
      const short = { day: 'numeric', month: 'short' } as const;
      const first = formats.calendarDay(column.from, short);
      if (column.from === column.to) return formats.calendarDay(column.from, { weekday: 'short', ...short });
      const last = formats.calendarDay(column.to, short);
      return t`${first} – ${last}`;
    },
    cell(load, capacity, away) {
      const [all, most] = [points(load.points), points(capacity ?? 0)];
      const unestimated = isCounted(load) ? 0 : load.unestimated;
      return formats.parts([
        isCounted(load) ? tasks(load.taskIds.length) : formatShare(all, capacity === null ? null : most),
        ...(isOver(load.points, capacity) ? [t`over capacity`] : []),
        ...(unestimated === 0
          ? []
          : [t`${plural(unestimated, { one: '# task', other: '# tasks' })} without an estimate`]),
        ...(away === 0 ? [] : [t`away ${plural(away, { one: '# day', other: '# days' })}`]),
      ]);
    },
  };
}
