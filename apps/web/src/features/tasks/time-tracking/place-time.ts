import { DAY_MS } from '@hearth/contracts/core/days';
import { dayInZone } from '#ui/format/formats.ts';
import { fromZonedTime } from '#ui/format/zoned-time.ts';

/** Assumed start of a working day, in ms after midnight. */
const MORNING_MS = 9 * 3_600_000;

/**
 * Returns the start and end of a time entry of which only the day and duration are known. An entry for today ends now. An entry for another
 * day starts in the morning. The entry stays within the day if it fits.
 * @param zone the user's time zone
 */
export function placeTime(
  day: string,
  seconds: number,
  now: number,
  zone: string,
): { startedAt: string; endedAt: string } {
  const ms = seconds * 1000;
  const midnight = fromZonedTime(`${day}T00:00`, zone);
  const isToday = dayInZone(now, zone) === day;
  const wished = isToday ? now - ms : Math.min(midnight + MORNING_MS, midnight + DAY_MS - ms);
  const start = Math.max(midnight, wished);
  return { startedAt: new Date(start).toISOString(), endedAt: new Date(start + ms).toISOString() };
}
