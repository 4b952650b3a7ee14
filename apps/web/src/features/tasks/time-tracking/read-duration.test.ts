import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeDuration, writeDuration } from './durations.ts';
import { readDuration } from './read-duration.ts';

const MINUTES = 60;
const SIGNS = Array.from('0159.,:hm घंटेमि ');

describe('readDuration', () => {
  it.each([
    ['1h 30m', 90],
    ['1h30', 90],
    ['1 h 30 min', 90],
    ['1 hour 30 minutes', 90],
    ['2 hrs', 120],
    ['90m', 90],
    ['90 mins', 90],
    ['90', 90],
    ['1:30', 90],
    ['0:05', 5],
    ['1.5h', 90],
    ['1,25 h', 75],
    ['0.1h', 6],
    ['half an hour', 30],
    ['An hour', 60],
    ['१ घंटा ३० मिनट', 90],
    ['2 घंटे', 120],
    ['2 घण्टे 5 मिनट', 125],
    ['1 घं॰ 30 मि॰', 90],
    ['डेढ़ घंटा', 90],
    ['ढाई घंटे', 150],
    ['आधा घंटा', 30],
    ['४५ मिनट', 45],
  ])('parses %j', (typed, minutes) => {
    expect(readDuration(typed)).toBe(minutes * MINUTES);
  });

  it.each([
    '',
    ' ',
    'h',
    'soon',
    '1:60',
    '1:5',
    '-1h',
    '1h -5m',
    '1d',
    '1.5',
    '30m 1h',
    '1h 1h',
    '1e3',
    '12345678',
  ])('rejects %j', (typed) => {
    expect(readDuration(typed)).toBeNull();
  });

  it('parses all notations of a duration to the same value', () => {
    const time = fc.record({
      hours: fc.integer({ min: 0, max: 99 }),
      minutes: fc.integer({ min: 0, max: 59 }),
    });
    fc.assert(
      fc.property(time, fc.constantFrom(' ', ''), ({ hours, minutes }, gap) => {
        const all = (hours * 60 + minutes) * MINUTES;
        const padded = String(minutes).padStart(2, '0');
        const devanagari = (value: number) =>
          String(value).replaceAll(/\d/gu, (digit) => String.fromCharCode(0x0966 + Number(digit)));
        for (const typed of [
          `${hours}h${gap}${minutes}m`,
          `${hours}:${padded}`,
          `${hours * 60 + minutes}`,
          `${hours * 60 + minutes}${gap}min`,
          `${devanagari(hours)}${gap}घंटे ${devanagari(minutes)}${gap}मिनट`,
          `  ${hours} Hours  ${minutes} Minutes `,
        ])
          expect([typed, readDuration(typed)]).toEqual([typed, all]);
      }),
    );
  });

  it.each(['en-IN', 'hi-IN'])('round-trips formatted durations in %s', (tag) => {
    const number = (value: number, options?: Intl.NumberFormatOptions) =>
      new Intl.NumberFormat(tag, options).format(value);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1440 }), (minutes) => {
        const shown = describeDuration({ number }, minutes * MINUTES);
        expect([shown, readDuration(shown)]).toEqual([shown, minutes * MINUTES]);
      }),
    );
  });

  it('returns either whole minutes or null for any input', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...SIGNS) })), (typed) => {
        const seconds = readDuration(typed);
        return seconds === null || (seconds >= 0 && seconds % MINUTES === 0);
      }),
    );
  });

  it('parses durations as they are written for editing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 24 * 3600 }), (seconds) => {
        expect(readDuration(writeDuration(seconds))).toBe(seconds - (seconds % 60));
      }),
    );
    expect([5400, 7200, 300].map(writeDuration)).toEqual(['1h 30m', '2h', '5m']);
  });
});
