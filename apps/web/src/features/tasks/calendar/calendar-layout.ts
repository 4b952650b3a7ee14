import { isOverlapping, type Span } from '#features/tasks/model/task-span.ts';
import { countDays } from '@hearth/contracts/core/days';

/** A task as it lies on days. */
export interface PositionedTask {
  id: string;
  span: Span;
}

/** The piece of a task that lies in one week. */
export interface Bar {
  id: string;
  span: Span;
  /** The days of the week, counted from 0, on which it begins and ends. */
  first: number;
  last: number;
  /** Tasks of one day lie in lanes under each other, 0 on top. */
  lane: number;
  isBegun: boolean;
  isGoingOn: boolean;
}

export interface WeekLayout {
  bars: readonly Bar[];
  /** How many tasks of each day have no room. */
  hidden: readonly number[];
  /** How many lanes are in use. */
  lanes: number;
}

/** By first day, the longer one first; else in the order in which they come. */
export function sortLaid(all: readonly PositionedTask[]): PositionedTask[] {
  return all.toSorted((a, b) => {
    if (a.span.from !== b.span.from) return a.span.from < b.span.from ? -1 : 1;
    if (a.span.to === b.span.to) return 0;
    return a.span.to > b.span.to ? -1 : 1;
  });
}

/**
 * Packs the tasks of a week into lanes, so that no two overlap.
 * @param sorted of `sortLaid`; those of other weeks are passed over
 * @param most lanes that there is room for; where a day has more, its last one says how many are hidden
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
    bars.push({ id, span, first, last, lane, isBegun: span.from < from, isGoingOn: span.to > to });
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
