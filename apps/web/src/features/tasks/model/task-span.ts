import { dayOf, putOnDay } from '@hearth/contracts/core/moment-values';
import { addDays } from '@hearth/contracts/core/days';
import { readerZone } from '#ui/format/reader.ts';

/** The days on which a task lies, the first and the last one: `2026-11-20`. */
export interface Span {
  from: string;
  to: string;
}

interface TaskDates {
  startDate: string | null;
  dueDate: string | null;
}

/** The group of tasks that lie on no day. */
export const UNDATED = 'none';
const FIRST_DAY = '1000-01-01';
const LAST_DAY = '9999-12-31';

/** From start to due; where one is not set, the day of the other. Null where neither is. Moments fall on days of the reader. */
export function spanOf({ startDate, dueDate }: TaskDates, timeZone = readerZone()): Span | null {
  const start = startDate ?? dueDate;
  const due = dueDate ?? startDate;
  if (start === null || due === null) return null;
  const [first, last] = [dayOf(start, timeZone), dayOf(due, timeZone)];
  return first <= last ? { from: first, to: last } : { from: last, to: first };
}

/** The group of a view that holds the tasks of those days. */
export function nameSpan(dates: TaskDates): string {
  const span = spanOf(dates);
  return span === null ? UNDATED : `${span.from}..${span.to}`;
}

export function readSpanName(name: string): Span | null {
  const [from = '', to] = name.split('..');
  return to === undefined ? null : { from, to };
}

export function isOverlapping(one: Span, other: Span): boolean {
  return one.from <= other.to && other.from <= one.to;
}

/** As many days on; where the calendar ends it stays. */
export function shiftSpan(span: Span, days: number): Span {
  const [from, to] = [addDays(span.from, days), addDays(span.to, days)];
  return isDay(from) && isDay(to) ? { from, to } : span;
}

/** One end put on a day; it never passes the other. */
export function stretchSpan(span: Span, end: 'from' | 'to', day: string): Span {
  if (!isDay(day)) return span;
  return end === 'from'
    ? { from: day < span.to ? day : span.to, to: span.to }
    : { from: span.from, to: day > span.from ? day : span.from };
}

/**
 * The dates of a task that is put on those days: what had one date has one as long as it lies on one day. Each keeps its time
 * of day.
 */
export function datesFor(former: TaskDates, span: Span | null, timeZone = readerZone()): TaskDates {
  if (span === null) return { startDate: null, dueDate: null };
  const [from, to] = [
    putOnDay(former.startDate, span.from, timeZone),
    putOnDay(former.dueDate, span.to, timeZone),
  ];
  if (span.from !== span.to || (former.startDate !== null && former.dueDate !== null))
    return { startDate: from, dueDate: to };
  return former.startDate === null ? { startDate: null, dueDate: to } : { startDate: from, dueDate: null };
}

function isDay(day: string): boolean {
  return day.length === 10 && day >= FIRST_DAY && day <= LAST_DAY;
}
