import { addDays } from '@hearth/contracts/core/days';
import { dayAt, hourOfDay } from '#platform/day-in-zone.ts';

interface DigestTime {
  hour: number;
  timeZone: string;
}

/** Returns when the digest of this day is due in the given time zone. */
export function digestOf(day: string, { hour, timeZone }: DigestTime): Date {
  return hourOfDay(day, hour, timeZone);
}

/**
 * Returns the next due time, always on a day after `lastDay`. Changing the hour or travelling west therefore never causes a
 * second digest on the same day.
 */
export function nextDigest(time: DigestTime, lastDay: string | null, now: Date): Date {
  const today = dayAt(now, time.timeZone);
  let day = lastDay === null || lastDay < today ? today : addDays(lastDay, 1);
  while (digestOf(day, time) <= now) day = addDays(day, 1);
  return digestOf(day, time);
}
