import { describe, expect, it } from 'vitest';
import { nextDigest } from './digest-time.ts';

describe('nextDigest', () => {
  it.each([
    [
      'today if the hour is still ahead',
      8,
      'Asia/Kolkata',
      null,
      '2026-11-20T02:29:59Z',
      '2026-11-20T02:30:00Z',
    ],
    [
      'tomorrow once the hour is reached',
      8,
      'Asia/Kolkata',
      null,
      '2026-11-20T02:30:00Z',
      '2026-11-21T02:30:00Z',
    ],
    [
      'on the day after the last one',
      10,
      'Asia/Kolkata',
      '2026-11-20',
      '2026-11-20T03:00:00Z',
      '2026-11-21T04:30:00Z',
    ],
    // When the digest of the 20th is sent in Kolkata, it is still the 19th in Los Angeles.
    [
      'on the day after the last one after travelling west',
      8,
      'America/Los_Angeles',
      '2026-11-20',
      '2026-11-20T03:00:00Z',
      '2026-11-21T16:00:00Z',
    ],
    [
      'at the next due time after a long pause',
      8,
      'UTC',
      '2026-01-05',
      '2026-11-20T09:00:00Z',
      '2026-11-21T08:00:00Z',
    ],
    // In Berlin, clocks go forward on 29 March 2026 at 2:00 and back on 25 October 2026 at 3:00.
    [
      'on the day when summer time begins',
      8,
      'Europe/Berlin',
      '2026-03-28',
      '2026-03-28T07:00:01Z',
      '2026-03-29T06:00:00Z',
    ],
    [
      'on the day when summer time ends',
      8,
      'Europe/Berlin',
      '2026-10-24',
      '2026-10-24T06:00:01Z',
      '2026-10-25T07:00:00Z',
    ],
    [
      'at the next existing hour if DST skips the hour',
      2,
      'Europe/Berlin',
      null,
      '2026-03-29T00:00:00Z',
      '2026-03-29T01:00:00Z',
    ],
    [
      'only once when the hour occurs twice',
      2,
      'Europe/Berlin',
      null,
      '2026-10-25T00:00:00Z',
      '2026-10-26T01:00:00Z',
    ],
    // In Beirut, clocks go forward from 0:00 to 1:00.
    [
      'at the start of the day if DST skips midnight',
      0,
      'Asia/Beirut',
      null,
      '2026-03-28T12:00:00Z',
      '2026-03-28T22:00:00Z',
    ],
  ])('schedules the digest %s', (_what, hour, timeZone, lastDay, now, expected) => {
    expect(nextDigest({ hour, timeZone }, lastDay, new Date(now))).toEqual(new Date(expected));
  });
});
