import { addDays } from '@hearth/contracts/core/days';
import { dayAt, hourOfDay } from '#platform/day-in-zone.ts';

interface DigestTime {
  hour: number;
  timeZone: string;
}

/** When the digest of this day is due in that time zone. */
export function digestOf(day: string, { hour, timeZone }: DigestTime): Date {
  return hourOfDay(day, hour, timeZone);
}

/**
 * The next due time. Days up to the last day with a digest get none: travelling west, or changing the hour, causes no
 * second digest.
 */
export function nextDigest(time: DigestTime, lastDay: string | null, now: Date): Date {
  const today = dayAt(now, time.timeZone);
  let day = lastDay === null || lastDay < today ? today : addDays(lastDay, 1);
  while (digestOf(day, time) <= now) day = addDays(day, 1);
  return digestOf(day, time);
}
