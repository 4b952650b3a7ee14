import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { dayInZone } from '#ui/format/formats.ts';
import { placeTime } from './place-time.ts';

const NOW = Date.parse('2026-11-22T10:00:00Z');
const ZONES = ['UTC', 'Asia/Kolkata', 'America/St_Johns', 'Pacific/Auckland', 'Pacific/Apia'];

it('ends entries for today now and starts entries for earlier days in the morning', () => {
  expect(placeTime('2026-11-22', 3600, NOW, 'UTC')).toEqual({
    startedAt: '2026-11-22T09:00:00.000Z',
    endedAt: '2026-11-22T10:00:00.000Z',
  });
  expect(placeTime('2026-11-20', 3600, NOW, 'Asia/Kolkata')).toEqual({
    startedAt: '2026-11-20T03:30:00.000Z',
    endedAt: '2026-11-20T04:30:00.000Z',
  });
  expect(placeTime('2026-11-22', 20 * 3600, NOW, 'UTC').startedAt).toBe('2026-11-22T00:00:00.000Z');
});

it('keeps the duration and the day in every time zone', () => {
  const day = fc
    .date({ min: new Date('2020-01-01'), max: new Date('2026-11-22'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  fc.assert(
    fc.property(
      day,
      fc.integer({ min: 60, max: 86_400 }),
      fc.constantFrom(...ZONES),
      (one, seconds, zone) => {
        const { startedAt, endedAt } = placeTime(one, seconds, NOW, zone);
        expect((Date.parse(endedAt) - Date.parse(startedAt)) / 1000).toBe(seconds);
        expect(dayInZone(Date.parse(startedAt), zone)).toBe(one);
      },
    ),
  );
});
