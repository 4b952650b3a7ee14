import type { Scale } from '@hearth/contracts/views/view-values';
import { addDays, weekdayOf } from '@hearth/contracts/core/days';

export const WEEK_DAYS = 7;

export function startOfWeek(day: string, firstWeekday: number): string {
  return addDays(day, -((weekdayOf(day) - firstWeekday + WEEK_DAYS) % WEEK_DAYS));
}

/** Returns the visible weeks as lists of days: the week that contains a day, or all weeks of its month. */
export function listWeeks(day: string, scale: Scale, firstWeekday: number): readonly (readonly string[])[] {
  const last = scale === 'week' ? day : lastOfMonth(day);
  const weeks: string[][] = [];
  let start = startOfWeek(scale === 'week' ? day : firstOfMonth(day), firstWeekday);
  while (start <= last) {
    const first = start;
    weeks.push(Array.from({ length: WEEK_DAYS }, (_none, at) => addDays(first, at)));
    start = addDays(start, WEEK_DAYS);
  }
  return weeks;
}

/** Returns the same day some weeks or months later, clamped to the end of shorter months. */
export function stepPeriod(day: string, scale: Scale, count: number): string {
  if (scale === 'week') return addDays(day, count * WEEK_DAYS);
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + count;
  const pad = (value: number, length: number) => String(value).padStart(length, '0');
  const month = `${pad(Math.floor(months / 12), 4)}-${pad((months % 12) + 1, 2)}`;
  const [same, last] = [`${month}-${day.slice(8)}`, lastOfMonth(`${month}-01`)];
  return same < last ? same : last;
}

/** Whether two days are in the same week or month. */
export function isSamePeriod(one: string, other: string, scale: Scale, firstWeekday: number): boolean {
  if (scale === 'month') return one.slice(0, 7) === other.slice(0, 7);
  return startOfWeek(one, firstWeekday) === startOfWeek(other, firstWeekday);
}

function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

function lastOfMonth(day: string): string {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}
