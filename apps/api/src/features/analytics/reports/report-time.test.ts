import { expect, test } from 'vitest';
import { nextReport } from './report-time.ts';

test.each([
  [
    'later today if the time is still ahead',
    5,
    9,
    'Asia/Kolkata',
    '2026-11-27T03:29:59Z',
    '2026-11-27T03:30:00Z',
  ],
  [
    'in a week once the time is reached',
    5,
    9,
    'Asia/Kolkata',
    '2026-11-27T03:30:00Z',
    '2026-12-04T03:30:00Z',
  ],
  ['on a later day of the week', 1, 8, 'UTC', '2026-11-27T12:00:00Z', '2026-11-30T08:00:00Z'],
  // It is already Saturday there.
  [
    'on the weekday in the team’s time zone',
    6,
    8,
    'Pacific/Auckland',
    '2026-11-27T12:00:00Z',
    '2026-11-27T19:00:00Z',
  ],
  // Daylight saving time ends in Berlin on 25 October 2026.
  [
    'at the same local time across a DST change',
    1,
    8,
    'Europe/Berlin',
    '2026-10-19T06:00:00Z',
    '2026-10-26T07:00:00Z',
  ],
  [
    'at the next existing hour if DST skips the hour',
    7,
    2,
    'Europe/Berlin',
    '2026-03-28T12:00:00Z',
    '2026-03-29T01:00:00Z',
  ],
])('schedules the next report %s', (_what, weekday, hour, timeZone, now, expected) => {
  expect(nextReport({ weekday, hour }, timeZone, new Date(now))).toEqual(new Date(expected));
});
