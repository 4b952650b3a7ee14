import { dayOf, instantIn, isMoment } from '#core/moment-values.ts';
import { addDays } from '#core/days.ts';

/** What a reminder hangs on: a day of its own, or one of the task's, with which it moves. */
export const REMINDER_BASES = ['day', 'due', 'start'] as const;
export type ReminderBase = (typeof REMINDER_BASES)[number];

/** How far from the task's day it may be. */
export const MOST_REMINDER_DAYS = 365;

/** How far from the task's moment it may be: a week. */
export const MOST_REMINDER_MINUTES = 7 * 24 * 60;

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
  /** Instead of days and a time: from the task's moment, so that -15 is a quarter of an hour before it. */
  minutes?: number | undefined;
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

/** The instant that a reminder means; null while the task has no day, or no moment, for it. */
export function reminderInstant(
  { on, day, days, time, minutes, timeZone }: Omit<ReminderWish, 'id' | 'isSeen'>,
  { dueDate, startDate }: Dates,
): string | null {
  if (on === 'day') return day === null ? null : instantIn(day, time, timeZone);
  const base = on === 'due' ? dueDate : startDate;
  if (minutes !== undefined)
    return base !== null && isMoment(base)
      ? new Date(Date.parse(base) + minutes * 60_000).toISOString()
      : null;
  return base === null ? null : instantIn(addDays(dayOf(base, timeZone), days), time, timeZone);
}

/**
 * A reminder as it is kept from now on. One that means the same instant as before stays what it was; one that means
 * another is ahead again; and of one whose instant has been, nothing is said.
 */
export function armReminder(
  before: Reminder | undefined,
  { id, on, day, days, time, minutes, timeZone, isSeen }: ReminderWish,
  dates: Dates,
  now: Date,
): Reminder {
  const wish = { id, on, day, days, time, ...(minutes === undefined ? {} : { minutes }), timeZone };
  const at = reminderInstant(wish, dates);
  if (at === null) return { ...wish, isSeen: false, at, firedAt: null };
  if (before?.at === at) {
    const { firedAt } = before;
    return { ...wish, isSeen: firedAt !== null && isSeen, at, firedAt };
  }
  const isOver = Date.parse(at) <= now.getTime();
  return { ...wish, isSeen: isOver, at, firedAt: isOver ? at : null };
}

/**
 * The reminders of a task for the next one of its series: those that hang on its days hang on the days of that one, and
 * those with days of their own move by as many days as the task did.
 */
export function carryReminders(
  reminders: readonly Reminder[],
  to: { dates: Dates; days: number; newId: () => string },
  now: Date,
): Reminder[] {
  return reminders.map((one) => {
    const day = one.day === null ? null : addDays(one.day, to.days);
    return armReminder(undefined, { ...one, id: to.newId(), day }, to.dates, now);
  });
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
