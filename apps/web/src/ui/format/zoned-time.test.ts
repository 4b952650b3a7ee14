import { expect, it } from 'vitest';
import { wallTimeInZone } from './formats.ts';
import { fromZonedTime } from './zoned-time.ts';

it('returns the wall time in a time zone', () => {
  const at = Date.parse('2026-11-20T20:45:30Z');
  expect(wallTimeInZone(at, 'UTC')).toBe('2026-11-20T20:45');
  expect(wallTimeInZone(at, 'Asia/Kolkata')).toBe('2026-11-21T02:15');
  expect(wallTimeInZone(Date.parse('2026-11-20T00:00:00Z'), 'UTC')).toBe('2026-11-20T00:00');
});

it('finds the instant of a wall time on every day of a year, and returns NaN for an invalid time', () => {
  for (const zone of ['UTC', 'Asia/Kolkata', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Chatham']) {
    for (let day = 0; day < 366; day += 1) {
      for (const hour of [0, 5, 12, 23]) {
        const at = Date.UTC(2026, 0, 1 + day, hour, 7);
        const found = fromZonedTime(wallTimeInZone(at, zone), zone);
        // A wall time that occurs twice may yield either timestamp.
        expect(Math.abs(found - at) % 3_600_000).toBe(0);
        expect(wallTimeInZone(found, zone)).toBe(wallTimeInZone(at, zone));
      }
    }
  }
  expect(fromZonedTime('soon', 'UTC')).toBeNaN();
});
