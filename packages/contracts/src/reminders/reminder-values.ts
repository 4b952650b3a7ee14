import { dayOf, instantIn, isMoment } from '#core/moment-values.ts';
import { addDays } from '#core/days.ts';

/** The base of a reminder: a fixed day, or a day of the task, with which it moves. */
export const REMINDER_BASES = ['day', 'due', 'start'] as const;
export type ReminderBase = (typeof REMINDER_BASES)[number];

/** Maximum distance from the task's day. */
export const MOST_REMINDER_DAYS = 365;

/** Maximum distance from the task's moment: a week. */
export const MOST_REMINDER_MINUTES = 7 * 24 * 60;

/** A reminder as requested by a person. */
export interface ReminderWish {
  id: string;
  on: ReminderBase;
  /** `2026-11-20`; null unless it has a fixed day. */
  day: string | null;
  /** Relative to the task's day: -1 is the day before. */
  days: number;
  /** `09:00`, in `timeZone`. */
  time: string;
  /** Instead of days and a time: relative to the task's moment, so -15 is a quarter of an hour before it. */
  minutes?: number | undefined;
  timeZone: string;
  /** The person has dismissed it after it fired. */
  isSeen: boolean;
}

export interface Reminder extends ReminderWish {
  /** The instant at which it fires; null while the task has no such day. */
  at: string | null;
  /** When it fired. */
  firedAt: string | null;
}

interface Dates {
  dueDate: string | null;
  startDate: string | null;
}

/** The instant of a reminder; null while the task lacks the day or moment it is based on. */
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
 * Converts a request to a stored reminder. If the instant is unchanged, the state is kept; if it changed, the
 * reminder is armed again; if it is in the past, the reminder is silently considered done.
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
 * Copies the reminders of a task to the next one of its series: those based on its days use the days of that one, and
 * fixed ones move by as many days as the task.
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

/** The next instant at which one of them fires; null = none. */
export function nextInstant(reminders: readonly Reminder[]): string | null {
  const ahead = reminders.flatMap(({ at, firedAt }) => (at === null || firedAt !== null ? [] : at));
  return ahead.toSorted()[0] ?? null;
}

/** Reminders that fired and were not dismissed yet. */
export function listRinging(reminders: readonly Reminder[]): Reminder[] {
  return reminders.filter(({ firedAt, isSeen }) => firedAt !== null && !isSeen);
}
