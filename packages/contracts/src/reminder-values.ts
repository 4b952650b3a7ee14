import { addDays } from './view-filter-values.ts';

/** What a reminder hangs on: a day of its own, or one of the task's, with which it moves. */
export const REMINDER_BASES = ['day', 'due', 'start'] as const;
export type ReminderBase = (typeof REMINDER_BASES)[number];

/** How far from the task's day it may be. */
export const MOST_REMINDER_DAYS = 365;

/** When a person wants to be reminded of a task. */
export interface ReminderWish {
  id: string;
  on: ReminderBase;
  /** `2026-11-20`; null unless it has a day of its own. */
  day: string | null;
  /** From the task's day: -1 is the day before. */
  days: number;
  /** `09:00`, in `timeZone`. */
  time: string;
  timeZone: string;
  /** The person has seen that it came, and wants no more of it. */
  isSeen: boolean;
}

export interface Reminder extends ReminderWish {
  /** The instant at which it comes; null while the task has no such day. */
  at: string | null;
  /** When it came. */
  firedAt: string | null;
}

interface Dates {
  dueDate: string | null;
  startDate: string | null;
}

/** The instant that a reminder means; null while the task has no day for it. */
export function reminderInstant(
  { on, day, days, time, timeZone }: Omit<ReminderWish, 'id' | 'isSeen'>,
  { dueDate, startDate }: Dates,
): string | null {
  if (on === 'day') return day === null ? null : instantIn(day, time, timeZone);
  const base = on === 'due' ? dueDate : startDate;
  return base === null ? null : instantIn(addDays(base, days), time, timeZone);
}

/**
 * A reminder as it is kept from now on. One that means the same instant as before stays what it was; one that means
 * another is ahead again; and of one whose instant has been, nothing is said.
 */
export function armReminder(
  before: Reminder | undefined,
  { id, on, day, days, time, timeZone, isSeen }: ReminderWish,
  dates: Dates,
  now: Date,
): Reminder {
  const wish = { id, on, day, days, time, timeZone };
  const at = reminderInstant(wish, dates);
  if (at === null) return { ...wish, isSeen: false, at, firedAt: null };
  if (before?.at === at) {
    const { firedAt } = before;
    return { ...wish, isSeen: firedAt !== null && isSeen, at, firedAt };
  }
  const isOver = Date.parse(at) <= now.getTime();
  return { ...wish, isSeen: isOver, at, firedAt: isOver ? at : null };
}

/** The next instant at which one of them comes; null = none will. */
export function nextInstant(reminders: readonly Reminder[]): string | null {
  const ahead = reminders.flatMap(({ at, firedAt }) => (at === null || firedAt !== null ? [] : at));
  return ahead.toSorted()[0] ?? null;
}

/** Those that came, and that the person has not seen yet. */
export function listRinging(reminders: readonly Reminder[]): Reminder[] {
  return reminders.filter(({ firedAt, isSeen }) => firedAt !== null && !isSeen);
}

/**
 * The instant of a time of day in a time zone. A time that clocks leave out is as much later as they are put forward; of
 * one that they show twice it is the first.
 */
export function instantIn(day: string, time: string, timeZone: string): string {
  const wanted = `${day}T${time}`;
  const asUtc = Date.parse(`${wanted}:00Z`);
  // No time zone changes its clocks twice in two days.
  const [before, after] = [asUtc - 86_400_000, asUtc + 86_400_000].map(
    (instant) => Date.parse(`${localTime(new Date(instant), timeZone)}:00Z`) - instant,
  ) as [number, number];
  const fits = [asUtc - before, asUtc - after]
    .filter((instant) => localTime(new Date(instant), timeZone) === wanted)
    .sort((a, b) => a - b);
  return new Date(fits[0] ?? asUtc - before).toISOString();
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** `2026-11-20T09:00`, as clocks show it there. */
export function localTime(instant: Date, timeZone: string): string {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    formats.set(timeZone, format);
  }
  const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  return `${(part['year'] ?? '').padStart(4, '0')}-${part['month']}-${part['day']}T${part['hour']}:${part['minute']}`;
}
