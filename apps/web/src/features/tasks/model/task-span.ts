import { dayOf, putOnDay } from '@hearth/contracts/core/moment-values';
import { addDays } from '@hearth/contracts/core/days';
import { readerZone } from '#ui/format/reader.ts';

/** The days of a task, both inclusive, in the format `2026-11-20`. */
export interface Span {
  from: string;
  to: string;
}

interface TaskDates {
  startDate: string | null;
  dueDate: string | null;
}

/** Group of undated tasks. */
export const UNDATED = 'none';
const FIRST_DAY = '1000-01-01';
const LAST_DAY = '9999-12-31';

/**
 * Returns the days from the start date to the due date. If only one of them is set, the span is that day. Returns null if neither is set.
 * Timestamps are converted to days in the given time zone.
 */
export function spanOf({ startDate, dueDate }: TaskDates, timeZone = readerZone()): Span | null {
  const start = startDate ?? dueDate;
  const due = dueDate ?? startDate;
  if (start === null || due === null) return null;
  const [first, last] = [dayOf(start, timeZone), dayOf(due, timeZone)];
  return first <= last ? { from: first, to: last } : { from: last, to: first };
}

/** Returns the group of the view for tasks with these dates. */
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

/** Shifts a span by a number of days. Returns it unchanged if it would exceed the limits of the calendar. */
export function shiftSpan(span: Span, days: number): Span {
  const [from, to] = [addDays(span.from, days), addDays(span.to, days)];
  return isDay(from) && isDay(to) ? { from, to } : span;
}

/** Moves one end of a span to a day but not past the other end. */
export function stretchSpan(span: Span, end: 'from' | 'to', day: string): Span {
  if (!isDay(day)) return span;
  return end === 'from'
    ? { from: day < span.to ? day : span.to, to: span.to }
    : { from: span.from, to: day > span.from ? day : span.from };
}

/**
 * Returns the dates of a task that is moved to a span, or no dates if the span is null. If the span is a single day, a task with a single
 * date keeps only that date, and an undated task gets only a due date. Times of day are kept.
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
