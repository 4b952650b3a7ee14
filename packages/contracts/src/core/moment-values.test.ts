import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayOrMoment } from './fields.ts';
import { dayOf, instantIn, isMoment, isOver, makeWhen, putOnDay, timeOf } from './moment-values.ts';

const ZONES = ['Asia/Kolkata', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia'];
const zone = fc.constantFrom(...ZONES);
const minute = fc
  .integer({ min: Date.UTC(2024, 0, 1) / 60_000, max: Date.UTC(2030, 0, 1) / 60_000 })
  .map((minutes) => new Date(minutes * 60_000).toISOString());
const day = minute.map((moment) => moment.slice(0, 10));

describe('dayOrMoment', () => {
  it('accepts a day, or a moment to the minute in UTC, and rejects all other formats', () => {
    expect(dayOrMoment.parse('2026-11-20')).toBe('2026-11-20');
    const forms = ['2026-11-20T12:30Z', '2026-11-20T12:30:00Z', '2026-11-20T12:30:00.000Z'];
    for (const form of forms) expect(dayOrMoment.parse(form)).toBe('2026-11-20T12:30:00.000Z');
    const refused = [
      '',
      '2026-11-31',
      '0000-01-01',
      '2026-11-20T12:30:05Z',
      '2026-11-20T12:30:00.001Z',
      '2026-11-20T24:30:00Z',
      '2026-02-30T12:30:00Z',
      '2026-11-20T12:30:00+05:30',
      '2026-11-20T12:30',
      '2026-11-20 12:30Z',
      '0001-01-01T00:00:00Z',
      '9999-12-31T23:59:00Z',
      'tomorrow at noon',
      `2026-11-20T12:30:00.${'0'.repeat(50)}Z`,
    ];
    for (const text of refused) {
      const { error } = dayOrMoment.safeParse(text);
      expect([text, error?.issues.map(({ message }) => message)]).toEqual([
        text,
        [
          'must be a date such as 2026-11-20, or a date and time to the minute such as 2026-11-20T12:30:00.000Z',
        ],
      ]);
    }
  });

  it('returns a canonical moment unchanged', () => {
    fc.assert(
      fc.property(minute, (moment) => {
        expect(dayOrMoment.parse(moment)).toBe(moment);
      }),
    );
  });
});

describe('conversion to local days and times', () => {
  it('resolves a local day and time to the original moment, or to the first of two ambiguous moments', () => {
    fc.assert(
      fc.property(minute, zone, (moment, at) => {
        const time = timeOf(moment, at) ?? '';
        expect(time).toMatch(/^\d\d:\d\d$/);
        const again = makeWhen(dayOf(moment, at), time, at);
        // Ambiguous local times resolve to the first timestamp.
        expect(Date.parse(moment) - Date.parse(again)).toBeOneOf([0, 1_800_000, 3_600_000]);
        expect([dayOf(again, at), timeOf(again, at)]).toEqual([dayOf(moment, at), time]);
      }),
    );
    expect([dayOf('2026-11-20', 'Pacific/Apia'), timeOf('2026-11-20', 'Pacific/Apia')]).toEqual([
      '2026-11-20',
      null,
    ]);
  });

  it('keeps the local time when moving to another day, even across DST changes', () => {
    const five = instantIn('2026-10-24', '17:00', 'Europe/Berlin');
    expect(five).toBe('2026-10-24T15:00:00.000Z');
    expect(putOnDay(five, '2026-10-25', 'Europe/Berlin')).toBe('2026-10-25T16:00:00.000Z');
    expect(putOnDay('2026-10-24', '2026-10-25', 'Europe/Berlin')).toBe('2026-10-25');
    expect(putOnDay(null, '2026-10-25', 'Europe/Berlin')).toBe('2026-10-25');
    fc.assert(
      fc.property(minute, day, zone, (moment, to, at) => {
        const moved = putOnDay(moment, to, at);
        expect(isMoment(moved)).toBe(true);
        // A time zone may skip a whole day, as Apia did in 2011. Times skipped by a DST change are moved forward.
        if (timeOf(moved, at) !== timeOf(moment, at))
          expect(Date.parse(moved) - Date.parse(putOnDay(moment, to, 'UTC'))).not.toBe(0);
        else expect(dayOf(moved, at)).toBe(to);
      }),
    );
  });

  it('reports a moment as over once it has passed, and a day once it has ended', () => {
    const present = { now: '2026-11-20T12:30:05.000Z', today: '2026-11-20' };
    expect(isOver('2026-11-20T12:30:00.000Z', present)).toBe(true);
    expect(isOver('2026-11-20T12:31:00.000Z', present)).toBe(false);
    expect(isOver('2026-11-20', present)).toBe(false);
    expect(isOver('2026-11-19', present)).toBe(true);
  });
});
