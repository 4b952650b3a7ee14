import { DAY_MS } from '@hearth/contracts/core/days';
import { dayInZone } from '#ui/format/formats.ts';
import { fromZonedTime } from '#ui/format/zoned-time.ts';

/** When a day of work begins, in ms after midnight. */
const MORNING_MS = 9 * 3_600_000;

/**
 * Between which moments somebody spent so much time on a day, where only that is known: today up to now, on other days from the
 * morning on, and never over the day's edges as far as it fits.
 * @param zone where the person is
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
