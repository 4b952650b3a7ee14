import type { ReportTime } from '@hearth/contracts/analytics/report-values';
import { addDays, weekdayOf } from '@hearth/contracts/core/days';
import { dayAt, hourOfDay } from '#platform/day-in-zone.ts';

/** Returns the next report time after `now`. */
export function nextReport({ weekday, hour }: ReportTime, timeZone: string, now: Date): Date {
  const today = dayAt(now, timeZone);
  let day = addDays(today, (weekday - weekdayOf(today) + 7) % 7);
  while (hourOfDay(day, hour, timeZone) <= now) day = addDays(day, 7);
  return hourOfDay(day, hour, timeZone);
}
