import { expect, it } from 'vitest';
import { dayAt, isTimeZone, startOfDay } from './day-in-zone.ts';

it.each([
  ['2026-11-20', 'UTC', '2026-11-20T00:00:00.000Z'],
  ['2026-11-20', 'Asia/Kolkata', '2026-11-19T18:30:00.000Z'],
  ['2026-11-20', 'Pacific/Kiritimati', '2026-11-19T10:00:00.000Z'],
  ['2026-11-20', 'America/Los_Angeles', '2026-11-20T08:00:00.000Z'],
  // Clocks went forward at midnight, so the day had no 00:00.
  ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
  // Clocks went back at midnight, so 23:00 occurred twice on the previous evening.
  ['2018-02-18', 'America/Sao_Paulo', '2018-02-18T03:00:00.000Z'],
  ['0001-01-01', 'Asia/Kolkata', '0001-01-01T00:00:00.000Z'],
])('computes the start of %s in %s as %s', (day, zone, instant) => {
  expect(startOfDay(day, zone)).toBe(instant);
  if (day < '1900') return;
  expect(dayAt(new Date(instant), zone)).toBe(day);
  expect(dayAt(new Date(Date.parse(instant) - 1), zone) < day).toBe(true);
});

it('accepts only valid time zone names', () => {
  expect(['Asia/Kolkata', 'utc', 'Mars/Olympus', '', 'x'.repeat(1000)].map(isTimeZone)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
