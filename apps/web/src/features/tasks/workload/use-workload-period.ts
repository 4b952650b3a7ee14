import type { Scale } from '@hearth/contracts/views/view-values';
import { useMemo, useState } from 'react';
import { readFirstWeekday } from '#ui/format/formats.ts';
import { useToday } from '#ui/format/use-today.ts';
import type { Span } from '#features/tasks/model/task-span.ts';
import { listColumns } from './loads.ts';
import { useWorkloadFormats } from './workload-formats.ts';

interface WorkloadPeriod {
  /** The days or weeks of the period, and null for the undated tasks. */
  columns: readonly (Span | null)[];
  days: readonly Span[];
  title: string;
  /** Number of pages after the current period. */
  page: number;
  setPage: (page: number) => void;
}

/** The visible period of a workload, which begins today or later. */
export function useWorkloadPeriod(scale: Scale): WorkloadPeriod {
  const today = useToday();
  const formats = useWorkloadFormats();
  const [page, setPage] = useState(0);
  const steps = scale === 'day' ? 'day' : 'week';
  const days = useMemo(() => listColumns(today, steps, page, readFirstWeekday()), [today, steps, page]);
  const columns = useMemo(() => [...days, null], [days]);
  const [first, last] = [days[0], days.at(-1)];
  const title =
    first === undefined || last === undefined ? '' : formats.column({ from: first.from, to: last.to });
  return { columns, days, title, page, setPage };
}
