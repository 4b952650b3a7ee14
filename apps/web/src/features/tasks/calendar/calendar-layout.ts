import { isOverlapping, type Span } from '#features/tasks/model/task-span.ts';
import { countDays } from '@hearth/contracts/core/days';

/** A task with its date range. */
export interface PositionedTask {
  id: string;
  span: Span;
}

/** The segment of a task within one week. */
export interface Bar {
  id: string;
  span: Span;
  /** Indexes, from 0, of the weekdays on which the segment begins and ends. */
  first: number;
  last: number;
  /** Tasks on the same day are stacked in lanes. Lane 0 is the topmost. */
  lane: number;
  isBegun: boolean;
  continuesAfter: boolean;
}

export interface WeekLayout {
  bars: readonly Bar[];
  /** Number of tasks per day that are hidden because the lanes are full. */
  hidden: readonly number[];
  /** Number of lanes required to show all tasks, including the hidden ones. */
  lanes: number;
}

/** Sorts tasks by first day, then by descending duration. The sort is stable. */
export function sortLaid(all: readonly PositionedTask[]): PositionedTask[] {
  return all.toSorted((a, b) => {
    if (a.span.from !== b.span.from) return a.span.from < b.span.from ? -1 : 1;
    if (a.span.to === b.span.to) return 0;
    return a.span.to > b.span.to ? -1 : 1;
  });
}

/**
 * Packs the tasks of a week into lanes without overlap.
 * @param sorted tasks sorted by `sortLaid`; tasks of other weeks are skipped
 * @param most maximum number of lanes; on days with more tasks, the last lane shows the number of hidden tasks
 */
export function layWeek(
  days: readonly string[],
  sorted: readonly PositionedTask[],
  most: number,
): WeekLayout {
  const [from = '', to = ''] = [days[0], days.at(-1)];
  const week = { from, to };
  const ends: number[] = [];
  const bars: Bar[] = [];
  for (const { id, span } of sorted) {
    if (!isOverlapping(span, week)) continue;
    const first = Math.max(0, countDays(from, span.from));
    const last = Math.min(days.length - 1, countDays(from, span.to));
    const free = ends.findIndex((end) => end < first);
    const lane = free === -1 ? ends.length : free;
    ends[lane] = last;
    bars.push({ id, span, first, last, lane, isBegun: span.from < from, continuesAfter: span.to > to });
  }
  const isFull = days.map((_day, at) => bars.some((bar) => bar.lane >= most && covers(bar, at)));
  const hasRoom = (bar: Bar): boolean =>
    bar.lane < most - 1 ||
    (bar.lane < most && !isFull.slice(bar.first, bar.last + 1).some((isDayFull) => isDayFull));
  return {
    bars: bars.filter(hasRoom),
    hidden: days.map((_day, at) => bars.filter((bar) => covers(bar, at) && !hasRoom(bar)).length),
    lanes: ends.length,
  };
}

function covers(bar: Bar, at: number): boolean {
  return bar.first <= at && at <= bar.last;
}
