import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  FREQUENCIES,
  formatRule,
  listDays,
  makeRule,
  parseRule,
  settleRule,
  type RepeatRule,
} from './recurrence-values.ts';
import { weekdayOf, addDays } from '#core/days.ts';
import { findFirst, findNext, previewDates } from './repeat-values.ts';

function take(text: string, from: string, most: number): string[] {
  const rule = parseRule(text);
  if (rule === null) throw new Error(`${text} is no rule`);
  const days: string[] = [];
  for (const day of listDays(rule, from)) {
    days.push(day);
    if (days.length === most) break;
  }
  return days;
}

test.each([
  ['FREQ=DAILY', '2026-11-21', ['2026-11-22', '2026-11-23']],
  ['FREQ=DAILY;INTERVAL=3', '2026-12-30', ['2027-01-02', '2027-01-05']],
  ['FREQ=WEEKLY;BYDAY=MO,FR', '2026-11-21', ['2026-11-23', '2026-11-27', '2026-11-30']],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU', '2026-11-24', ['2026-12-08', '2026-12-22']],
  // If the series starts in mid-week, the rest of that week counts.
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR', '2026-11-23', ['2026-11-27', '2026-12-07', '2026-12-11']],
  ['FREQ=MONTHLY;BYMONTHDAY=31', '2027-01-31', ['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']],
  ['FREQ=MONTHLY;BYMONTHDAY=30', '2028-01-30', ['2028-02-29', '2028-03-30']],
  ['FREQ=MONTHLY;BYMONTHDAY=-1', '2028-01-31', ['2028-02-29', '2028-03-31']],
  ['FREQ=MONTHLY;BYDAY=-1FR', '2026-11-27', ['2026-12-25', '2027-01-29', '2027-02-26']],
  ['FREQ=MONTHLY;BYDAY=1MO', '2026-11-02', ['2026-12-07', '2027-01-04', '2027-02-01']],
  ['FREQ=MONTHLY;INTERVAL=3;BYDAY=4TH', '2026-11-26', ['2027-02-25', '2027-05-27']],
  [
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29',
    '2028-02-29',
    ['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29'],
  ],
  ['FREQ=YEARLY;INTERVAL=2', '2026-03-31', ['2028-03-31', '2030-03-31']],
])('lists the days of %s after %s', (text, from, days) => {
  expect(take(text, from, days.length)).toEqual(days);
});

test.each([
  '',
  'FREQ=HOURLY',
  'FREQ=DAILY;BYDAY=MO',
  'FREQ=WEEKLY;BYDAY=XX',
  'FREQ=WEEKLY;BYDAY=MO,MO',
  'FREQ=WEEKLY;BYDAY=1MO',
  'FREQ=MONTHLY;BYDAY=5MO',
  'FREQ=MONTHLY;BYDAY=MO',
  'FREQ=MONTHLY;BYMONTHDAY=32',
  'FREQ=MONTHLY;BYMONTHDAY=1;BYDAY=1MO',
  'FREQ=YEARLY;BYMONTH=2',
  'FREQ=YEARLY;BYMONTH=13;BYMONTHDAY=1',
  'FREQ=DAILY;INTERVAL=0',
  'FREQ=DAILY;INTERVAL=1000',
  'FREQ=DAILY;COUNT=0',
  'FREQ=DAILY;COUNT=2;UNTIL=20270101',
  'FREQ=DAILY;UNTIL=20270230',
  'FREQ=DAILY;UNTIL=20270101T000000Z',
  'FREQ=DAILY;FREQ=DAILY',
  'FREQ=DAILY;WKST=MO',
  'INTERVAL=2',
  'FREQ=DAILY=1',
  `FREQ=DAILY${';'.repeat(200)}`,
])('rejects the rule “%s”', (text) => expect(parseRule(text)).toBeNull());

const days = fc
  .integer({ min: -20_000, max: 40_000 })
  .map((at) => new Date(at * 86_400_000).toISOString().slice(0, 10));
const rules: fc.Arbitrary<RepeatRule> = fc
  .record({
    frequency: fc.constantFrom(...FREQUENCIES),
    interval: fc.integer({ min: 1, max: 7 }),
    weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 0, maxLength: 7 }),
    monthDay: fc.constantFrom(null, 1, 15, 28, 29, 30, 31, -1),
    nthWeekday: fc.option(
      fc.record({ nth: fc.constantFrom(1, 2, 3, 4, -1), weekday: fc.integer({ min: 1, max: 7 }) }),
    ),
    month: fc.integer({ min: 1, max: 12 }),
    end: fc.oneof(
      fc.constant({}),
      fc.record({ count: fc.integer({ min: 1, max: 20 }) }),
      fc.record({ until: days.filter((day) => day > '1950') }),
    ),
  })
  .map(({ frequency, interval, weekdays, monthDay, nthWeekday, month, end }) => {
    const own: Partial<RepeatRule> = {
      DAILY: {},
      WEEKLY: { weekdays: weekdays.toSorted((a, b) => a - b) },
      MONTHLY: nthWeekday === null ? { monthDay } : { nthWeekday },
      YEARLY: monthDay === null || monthDay < 0 ? {} : { month, monthDay },
    }[frequency];
    return makeRule({ frequency, interval, ...own, ...end });
  });

test('formats each rule in one canonical form, which parses to the same rule', () => {
  fc.assert(
    fc.property(rules, (rule) => {
      const text = formatRule(rule);
      expect(parseRule(text)).toEqual(rule);
      expect(formatRule(parseRule(text.toLowerCase()) ?? rule)).toBe(text);
    }),
  );
});

/** Reference implementation: checks each day separately, without periods and jumps. */
function isDayOf(rule: RepeatRule, from: string, day: string): boolean {
  const date = (text: string) => new Date(`${text}T00:00:00Z`);
  const [a, b] = [date(from), date(day)];
  const months = (b.getUTCFullYear() - a.getUTCFullYear()) * 12 + b.getUTCMonth() - a.getUTCMonth();
  const isLast = date(addDays(day, 1)).getUTCMonth() !== b.getUTCMonth();
  const fits = (wanted: number) =>
    b.getUTCDate() === wanted || (isLast && (wanted === -1 || wanted > b.getUTCDate()));
  if (rule.frequency === 'DAILY')
    return Math.round((b.getTime() - a.getTime()) / 86_400_000) % rule.interval === 0;
  if (rule.frequency === 'WEEKLY') {
    const mondayOf = (text: string): number => {
      let at = text;
      while (weekdayOf(at) !== 1) at = addDays(at, -1);
      return date(at).getTime();
    };
    const weeks = Math.round((mondayOf(day) - mondayOf(from)) / (7 * 86_400_000));
    const wanted = rule.weekdays.length === 0 ? [weekdayOf(from)] : rule.weekdays;
    return weeks % rule.interval === 0 && wanted.includes(weekdayOf(day));
  }
  if (rule.frequency === 'MONTHLY') {
    if (months % rule.interval !== 0) return false;
    if (rule.nthWeekday === null) return fits(rule.monthDay ?? a.getUTCDate());
    const { nth, weekday } = rule.nthWeekday;
    if (weekdayOf(day) !== weekday) return false;
    return nth === -1
      ? date(addDays(day, 7)).getUTCMonth() !== b.getUTCMonth()
      : Math.ceil(b.getUTCDate() / 7) === nth;
  }
  const years = b.getUTCFullYear() - a.getUTCFullYear();
  const month = rule.month ?? a.getUTCMonth() + 1;
  return (
    years % rule.interval === 0 && b.getUTCMonth() + 1 === month && fits(rule.monthDay ?? a.getUTCDate())
  );
}

test('lists the same days as the reference implementation', () => {
  fc.assert(
    fc.property(rules, days, (rule, from) => {
      const expected: string[] = [];
      for (let at = 1; at <= 800; at += 1) {
        const day = addDays(from, at);
        if (isDayOf(rule, from, day)) expected.push(day);
      }
      const found: string[] = [];
      for (const day of listDays(rule, from)) {
        if (day > addDays(from, 800)) break;
        found.push(day);
      }
      expect(found).toEqual(expected);
    }),
    { numRuns: 150 },
  );
});

test('keeps the days of a rule when its anchor is made explicit', () => {
  fc.assert(
    fc.property(rules, days, (rule, from) => {
      const settled = settleRule(rule, from);
      expect(take(formatRule({ ...settled, count: null, until: null }), from, 5)).toEqual(
        take(formatRule({ ...rule, count: null, until: null }), from, 5),
      );
      expect(settleRule(settled, '2001-09-13')).toEqual(settled);
    }),
  );
});

test('skips missed occurrences in schedule mode, but deducts them from the remaining count', () => {
  const due = { startDate: '2026-11-01', dueDate: '2026-11-02' };
  const repeat = {
    mode: 'schedule' as const,
    rule: 'FREQ=WEEKLY;BYDAY=MO;COUNT=5',
    timeZone: 'Asia/Kolkata',
  };
  // Done early, on the day, and three weeks late.
  expect(findNext(repeat, due, '2026-10-30')).toEqual({
    startDate: '2026-11-08',
    dueDate: '2026-11-09',
    rule: 'FREQ=WEEKLY;BYDAY=MO;COUNT=4',
  });
  expect(findNext(repeat, due, '2026-11-02')?.dueDate).toBe('2026-11-09');
  expect(findNext(repeat, due, '2026-11-24')).toEqual({
    startDate: '2026-11-29',
    dueDate: '2026-11-30',
    rule: 'FREQ=WEEKLY;BYDAY=MO;COUNT=1',
  });
  expect(findNext(repeat, due, '2026-12-01')).toBeNull();
  expect(findNext({ ...repeat, rule: 'FREQ=WEEKLY;BYDAY=MO;COUNT=1' }, due, '2026-11-02')).toBeNull();
  expect(findNext({ ...repeat, rule: 'FREQ=WEEKLY;BYDAY=MO;UNTIL=20261108' }, due, '2026-11-02')).toBeNull();
});

test('counts from the day of completion in completion mode', () => {
  const repeat = { mode: 'completion' as const, rule: 'FREQ=MONTHLY', timeZone: 'Asia/Kolkata' };
  const dates = { startDate: null, dueDate: '2027-01-01' };
  expect(findNext(repeat, dates, '2027-01-31')?.dueDate).toBe('2027-02-28');
  expect(findNext({ ...repeat, rule: 'FREQ=WEEKLY;INTERVAL=2' }, dates, '2027-01-06')?.dueDate).toBe(
    '2027-01-20',
  );
});

test('adds a due day if there are no dates, and moves a start day without a due day', () => {
  const repeat = { mode: 'schedule' as const, rule: 'FREQ=DAILY', timeZone: 'Asia/Kolkata' };
  expect(findNext(repeat, { startDate: null, dueDate: null }, '2026-11-21')).toMatchObject({
    startDate: null,
    dueDate: '2026-11-22',
  });
  expect(findNext(repeat, { startDate: '2026-11-21', dueDate: null }, '2026-11-21')).toMatchObject({
    startDate: '2026-11-22',
    dueDate: null,
  });
});

test('keeps the local time of the next occurrence across DST changes', () => {
  const repeat = { mode: 'schedule' as const, rule: 'FREQ=WEEKLY;BYDAY=MO', timeZone: 'Europe/Berlin' };
  // The task lasts from Sunday 20:30 to Monday 01:00. DST ends in the night before the next occurrence.
  const dates = { startDate: '2026-10-18T18:30:00.000Z', dueDate: '2026-10-18T23:00:00.000Z' };
  expect(findNext(repeat, dates, '2026-10-19')).toEqual({
    startDate: '2026-10-25T19:30:00.000Z',
    dueDate: '2026-10-26T00:00:00.000Z',
    rule: 'FREQ=WEEKLY;BYDAY=MO',
  });
  expect(previewDates(repeat, dates, '2026-10-18').slice(0, 2)).toEqual(['2026-10-26', '2026-11-02']);
  // A start day next to a due timestamp remains a day.
  expect(findNext(repeat, { ...dates, startDate: '2026-10-16' }, '2026-10-19')?.startDate).toBe('2026-10-23');
});

test('returns to the 31st after shorter months', () => {
  const repeat = { mode: 'schedule' as const, rule: 'FREQ=MONTHLY;BYMONTHDAY=31', timeZone: 'Asia/Kolkata' };
  expect(previewDates(repeat, { startDate: null, dueDate: '2027-01-31' }, '2027-01-01')).toEqual([
    '2027-02-28',
    '2027-03-31',
    '2027-04-30',
    '2027-05-31',
    '2027-06-30',
  ]);
});

test('previews fewer than five dates if fewer occurrences remain', () => {
  const repeat = { mode: 'schedule' as const, rule: 'FREQ=DAILY;COUNT=3', timeZone: 'Asia/Kolkata' };
  expect(previewDates(repeat, { startDate: null, dueDate: '2026-11-21' }, '2026-11-21')).toEqual([
    '2026-11-22',
    '2026-11-23',
  ]);
});

test('finds the first matching day, including today', () => {
  const first = (text: string) => findFirst(parseRule(text) ?? makeRule({}), '2026-11-21');
  expect(first('FREQ=WEEKLY;BYDAY=SA')).toBe('2026-11-21');
  expect(first('FREQ=WEEKLY;INTERVAL=2;BYDAY=MO')).toBe('2026-11-23');
  expect(first('FREQ=MONTHLY;BYDAY=-1FR')).toBe('2026-11-27');
  expect(first('FREQ=MONTHLY;BYMONTHDAY=1')).toBe('2026-12-01');
  expect(first('FREQ=DAILY;INTERVAL=3')).toBe('2026-11-21');
});

test('lists the same days when skipping earlier periods', () => {
  fc.assert(
    fc.property(rules, days, fc.integer({ min: 0, max: 2000 }), (rule, from, later) => {
      const since = addDays(from, later);
      const end = addDays(since, 400);
      const within = (all: Iterable<string>) => {
        const found: string[] = [];
        for (const day of all) {
          if (day > end) break;
          if (day >= since) found.push(day);
        }
        return found;
      };
      expect(within(listDays(rule, from, since))).toEqual(within(listDays(rule, from)));
    }),
  );
});

test('finds the next occurrence of a series from year 1 within the time limit', () => {
  const began = Date.now();
  for (let nth = 0; nth < 500; nth += 1) {
    const repeat = { mode: 'schedule' as const, rule: 'FREQ=DAILY', timeZone: 'Asia/Kolkata' };
    expect(findNext(repeat, { startDate: null, dueDate: '0001-01-01' }, '2026-11-21')?.dueDate).toBe(
      '2026-11-21',
    );
  }
  expect(Date.now() - began).toBeLessThan(2000);
});
