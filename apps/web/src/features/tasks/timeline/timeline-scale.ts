import type { Scale } from '@hearth/contracts/views/view-values';
import type { CSSProperties } from 'react';
import { addDays, weekdayOf, countDays } from '@hearth/contracts/core/days';
import { startOfWeek } from '#features/tasks/schedule/calendar-days.ts';
import type { Span } from '#features/tasks/model/task-span.ts';

/** Width of a day at each zoom level, in pixels. */
export const DAY_WIDTHS: Record<Scale, number> = { day: 40, week: 18, month: 6, quarter: 2.5 };

/**
 * Minimum number of days shown before and after today. MAX_DAYS is the maximum in each direction. ROOM_DAYS is the margin around the
 * outermost tasks.
 */
const MIN = { before: 120, after: 400 } as const;
const MAX_DAYS = 3660;
const ROOM_DAYS = 60;

/** Returns the range of a timeline: the days around today and, within `MAX_DAYS`, all tasks. */
export function rangeOfTimeline(today: string, spans: Iterable<Span>): Span {
  let [from, to] = [addDays(today, -MIN.before), addDays(today, MIN.after)];
  for (const span of spans) {
    if (addDays(span.from, -ROOM_DAYS) < from) from = addDays(span.from, -ROOM_DAYS);
    if (addDays(span.to, ROOM_DAYS) > to) to = addDays(span.to, ROOM_DAYS);
  }
  const [first, last] = [addDays(today, -MAX_DAYS), addDays(today, MAX_DAYS)];
  return { from: from < first ? first : from, to: to > last ? last : to };
}

/** A segment of the ruler: its first day and number of days. */
export interface Tick {
  day: string;
  days: number;
}

interface Ruler {
  upper: readonly Tick[];
  lower: readonly Tick[];
}

/** Returns the segments of the ruler for the visible days. */
export function rule({ from, to }: Span, scale: Scale, firstWeekday: number): Ruler {
  const years = cut(from, to, (day) => `${day.slice(0, 4)}-01-01`, nextYear);
  const months = cut(
    from,
    to,
    (day) => `${day.slice(0, 7)}-01`,
    (day) => nextMonth(day, 1),
  );
  switch (scale) {
    case 'day':
      return {
        upper: months,
        lower: cut(
          from,
          to,
          (day) => day,
          (day) => addDays(day, 1),
        ),
      };
    case 'week':
      return {
        upper: months,
        lower: cut(
          from,
          to,
          (day) => startOfWeek(day, firstWeekday),
          (day) => addDays(day, 7),
        ),
      };
    case 'month':
      return { upper: years, lower: months };
    default:
      return { upper: years, lower: cut(from, to, startOfQuarter, (day) => nextMonth(day, 3)) };
  }
}

function cut(
  from: string,
  to: string,
  startOf: (day: string) => string,
  nextOf: (day: string) => string,
): Tick[] {
  const ticks: Tick[] = [];
  for (let day = startOf(from); day <= to; day = nextOf(day))
    ticks.push({ day, days: countDays(day, nextOf(day)) });
  return ticks;
}

function nextYear(day: string): string {
  return `${String(Number(day.slice(0, 4)) + 1).padStart(4, '0')}-01-01`;
}

function nextMonth(day: string, count: number): string {
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + count;
  return `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}-01`;
}

function startOfQuarter(day: string): string {
  const month = Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1;
  return `${day.slice(0, 4)}-${String(month).padStart(2, '0')}-01`;
}

const SATURDAY = 6;
/** Minimum width of a day, in pixels, for shading weekends. */
const MIN_SHADED_PX = 10;

/** Returns the background that shades Saturdays and Sundays behind the bars. */
export function shadeWeekends(from: string, dayWidth: number, start: number): CSSProperties {
  if (dayWidth < MIN_SHADED_PX) return {};
  const first = (SATURDAY - weekdayOf(from) + 7) % 7;
  return {
    backgroundImage: `linear-gradient(90deg, var(--surface-sunken) ${2 * dayWidth}px, transparent 0)`,
    backgroundSize: `${7 * dayWidth}px 100%`,
    backgroundPosition: `${start + first * dayWidth}px 0`,
  };
}
