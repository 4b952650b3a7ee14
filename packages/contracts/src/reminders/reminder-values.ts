import { dayOf, instantIn, isMoment } from '#core/moment-values.ts';
import { addDays } from '#core/days.ts';

/** The base of a reminder: a fixed day, or the task's due or start day. In the latter cases it moves with the task's day. */
export const REMINDER_BASES = ['day', 'due', 'start'] as const;
export type ReminderBase = (typeof REMINDER_BASES)[number];

/** Maximum offset from the task's day, in days. */
export const MAX_REMINDER_DAYS = 365;

/** Maximum offset from the task's due or start time, in minutes: one week. */
export const MAX_REMINDER_MINUTES = 7 * 24 * 60;

/** A reminder as set by a user. */
export interface ReminderWish {
  id: string;
  on: ReminderBase;
  /** `2026-11-20`. Null unless it has a fixed day. */
  day: string | null;
  /** Offset in days from the task's day: -1 is the day before. */
  days: number;
  /** Time of day such as `09:00`, in `timeZone`. */
  time: string;
  /** Offset in minutes from the task's due or start time, instead of days and a time: -15 is a quarter of an hour before it. */
  minutes?: number | undefined;
  timeZone: string;
  /** True if the user has dismissed the reminder after it fired. */
  isSeen: boolean;
}

export interface Reminder extends ReminderWish {
  /** The time at which the reminder fires. Null while the task lacks the day or time on which the reminder is based. */
  at: string | null;
  /** When the reminder fired. Null if it has not fired. */
  firedAt: string | null;
}

interface Dates {
  dueDate: string | null;
  startDate: string | null;
}

/** Computes the time of a reminder. Returns null while the task lacks the day or time on which the reminder is based. */
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
 * Converts a requested reminder to a stored one. If the time is unchanged, the state is kept. Otherwise the reminder is armed again. If the
 * time is in the past, the reminder is stored as fired and dismissed, without a notification.
 */
export function armReminder(
  before: Reminder | undefined,
  { id, on, day, days, time, minutes, timeZone, isSeen }: ReminderWish,
  dates: Dates,
  now: Date,
): Reminder {
  const request = { id, on, day, days, time, ...(minutes === undefined ? {} : { minutes }), timeZone };
  const at = reminderInstant(request, dates);
  if (at === null) return { ...request, isSeen: false, at, firedAt: null };
  if (before?.at === at) {
    const { firedAt } = before;
    return { ...request, isSeen: firedAt !== null && isSeen, at, firedAt };
  }
  const isOver = Date.parse(at) <= now.getTime();
  return { ...request, isSeen: isOver, at, firedAt: isOver ? at : null };
}

/**
 * Copies the reminders of a task to the next task of its series. Reminders based on the task's days use the days of the next task. Fixed
 * days move by as many days as the task.
 */
export function copyReminders(
  reminders: readonly Reminder[],
  to: { dates: Dates; days: number; newId: () => string },
  now: Date,
): Reminder[] {
  return reminders.map((one) => {
    const day = one.day === null ? null : addDays(one.day, to.days);
    return armReminder(undefined, { ...one, id: to.newId(), day }, to.dates, now);
  });
}

/** The next time at which one of the reminders fires. Null if none will fire. */
export function nextInstant(reminders: readonly Reminder[]): string | null {
  const ahead = reminders.flatMap(({ at, firedAt }) => (at === null || firedAt !== null ? [] : at));
  return ahead.toSorted()[0] ?? null;
}

/** Returns the reminders that fired and were not dismissed yet. */
export function listRinging(reminders: readonly Reminder[]): Reminder[] {
  return reminders.filter(({ firedAt, isSeen }) => firedAt !== null && !isSeen);
}
