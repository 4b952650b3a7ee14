import { addDays } from '@hearth/contracts/core/days';
import { dayAt, hourOfDay } from '#platform/day-in-zone.ts';

interface DigestTime {
  hour: number;
  timeZone: string;
}

/** When the digest of this day is due there. */
export function digestOf(day: string, { hour, timeZone }: DigestTime): Date {
  return hourOfDay(day, hour, timeZone);
}

/**
 * The next time that it is due. A day that had one, or lies before one that had, has none: whoever travels west, or moves
 * the hour, does not get a second one.
 */
export function nextDigest(time: DigestTime, lastDay: string | null, now: Date): Date {
  const today = dayAt(now, time.timeZone);
  let day = lastDay === null || lastDay < today ? today : addDays(lastDay, 1);
  while (digestOf(day, time) <= now) day = addDays(day, 1);
  return digestOf(day, time);
}
