import { expect, test } from 'vitest';
import { nextReport } from './report-time.ts';

test.each([
  ['later today', 5, 9, 'Asia/Kolkata', '2026-11-27T03:29:59Z', '2026-11-27T03:30:00Z'],
  ['in a week, once it is there', 5, 9, 'Asia/Kolkata', '2026-11-27T03:30:00Z', '2026-12-04T03:30:00Z'],
  ['on a day that is ahead', 1, 8, 'UTC', '2026-11-27T12:00:00Z', '2026-11-30T08:00:00Z'],
  // It is already Saturday there.
  ['by the team’s own day', 6, 8, 'Pacific/Auckland', '2026-11-27T12:00:00Z', '2026-11-27T19:00:00Z'],
  // Daylight saving time ends in Berlin on 25 October 2026.
  ['over a change of clocks', 1, 8, 'Europe/Berlin', '2026-10-19T06:00:00Z', '2026-10-26T07:00:00Z'],
  ['at an hour that is left out', 7, 2, 'Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-29T01:00:00Z'],
])('schedules the next report %s', (_what, weekday, hour, timeZone, now, expected) => {
  expect(nextReport({ weekday, hour }, timeZone, new Date(now))).toEqual(new Date(expected));
});
