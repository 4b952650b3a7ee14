import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '#core/days.ts';
import { dayOf, makeWhen } from '#core/moment-values.ts';
import type { Dates, Planned } from './occurrence-values.ts';
import { FREQUENCIES, formatRule, makeRule, settleRule } from './recurrence-values.ts';
import { findNext, previewDates, replan, type Repeat } from './repeat-values.ts';

type Rule = Pick<Repeat, 'mode' | 'rule' | 'timeZone'>;

const schedule = (rule: string, timeZone = 'Asia/Kolkata'): Rule => ({ mode: 'schedule', rule, timeZone });
const due = (dueDate: string): Dates => ({ startDate: null, dueDate });

/** The next occurrence, after the current one was moved once and done on its new day. */
function nextAfterMove(repeat: Rule, from: Dates, to: Dates, doneOn: string) {
  return findNext(repeat, to, doneOn, replan(repeat, { ...from, planned: undefined }, to));
}

test.each([
  ['FREQ=WEEKLY;BYDAY=MO', '2026-12-14', '2026-12-11', '2026-12-21'],
  ['FREQ=WEEKLY;BYDAY=MO', '2026-12-14', '2026-12-16', '2026-12-21'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO', '2026-12-14', '2026-12-22', '2026-12-28'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO', '2026-12-14', '2026-12-11', '2026-12-28'],
  ['FREQ=MONTHLY;BYMONTHDAY=1', '2027-01-01', '2026-12-30', '2027-02-01'],
  ['FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=31', '2027-01-31', '2027-02-02', '2027-04-30'],
  ['FREQ=MONTHLY;BYDAY=-1FR', '2026-11-27', '2026-11-25', '2026-12-25'],
  ['FREQ=MONTHLY;BYDAY=1MO', '2026-12-07', '2026-11-30', '2027-01-04'],
  ['FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1', '2027-01-01', '2026-12-30', '2028-01-01'],
  ['FREQ=YEARLY;INTERVAL=2;BYMONTH=12;BYMONTHDAY=31', '2026-12-31', '2027-01-02', '2028-12-31'],
  ['FREQ=DAILY;INTERVAL=3', '2026-12-30', '2027-01-01', '2027-01-02'],
  ['FREQ=DAILY;INTERVAL=3', '2026-12-30', '2026-12-28', '2027-01-02'],
])('schedules the next occurrence of %s, due %s and moved to %s, on %s', (rule, from, to, next) => {
  expect(nextAfterMove(schedule(rule), due(from), due(to), to)?.dueDate).toBe(next);
});

test('counts from the planned occurrence after several moves', () => {
  const repeat = schedule('FREQ=WEEKLY;INTERVAL=2;BYDAY=MO');
  let [dates, planned]: [Dates, Planned | undefined] = [due('2026-12-14'), undefined];
  for (const day of ['2026-12-10', '2026-12-23', '2026-12-17']) {
    planned = replan(repeat, { ...dates, planned }, due(day));
    dates = due(day);
  }
  expect(findNext(repeat, dates, '2026-12-17', planned)?.dueDate).toBe('2026-12-28');
  // An occurrence that is moved back to its day needs no planned occurrence.
  expect(replan(repeat, { ...dates, planned }, due('2026-12-14'))).toBeUndefined();
});

test('keeps time, duration and preview of later occurrences after a move', () => {
  const repeat = schedule('FREQ=WEEKLY;BYDAY=MO');
  const dates = { startDate: '2026-12-10', dueDate: '2026-12-14T03:30:00.000Z' };
  const moved = { startDate: '2026-12-10', dueDate: '2026-12-11T10:00:00.000Z' };
  const planned = replan(repeat, { ...dates, planned: undefined }, moved);
  expect(findNext(repeat, moved, '2026-12-11', planned)).toEqual({
    startDate: '2026-12-17',
    dueDate: '2026-12-21T03:30:00.000Z',
    rule: repeat.rule,
  });
  expect(previewDates(repeat, moved, '2026-12-01', planned).slice(0, 2)).toEqual([
    '2026-12-21',
    '2026-12-28',
  ]);
  // Clearing the dates counts as a move.
  const cleared = { startDate: null, dueDate: null };
  expect(nextAfterMove(repeat, dates, cleared, '2026-12-11')?.dueDate).toBe('2026-12-21T03:30:00.000Z');
});

test('applies a changed time on the planned day to later occurrences', () => {
  const repeat = schedule('FREQ=WEEKLY;BYDAY=MO');
  const next = nextAfterMove(repeat, due('2026-12-14'), due('2026-12-14T10:00:00.000Z'), '2026-12-14');
  expect(next).toEqual({ startDate: null, dueDate: '2026-12-21T10:00:00.000Z', rule: repeat.rule });
});

test('stores no planned occurrence in completion mode', () => {
  const repeat: Rule = { mode: 'completion', rule: 'FREQ=DAILY;INTERVAL=3', timeZone: 'Asia/Kolkata' };
  expect(replan(repeat, { ...due('2026-12-14'), planned: undefined }, due('2026-12-11'))).toBeUndefined();
  expect(nextAfterMove(repeat, due('2026-12-14'), due('2026-12-11'), '2026-12-12')?.dueDate).toBe(
    '2026-12-15',
  );
});

/** Due times of a series in which each task is done on its day. */
function run(repeat: Rule, first: string, most: number): string[] {
  const found: string[] = [];
  let [dates, planned]: [Dates, Planned | undefined] = [due(first), undefined];
  for (let at = 0; at < most; at += 1) {
    const next = findNext(repeat, dates, '0001-01-01', planned);
    if (next === null) break;
    ({ planned } = next);
    dates = { startDate: next.startDate, dueDate: next.dueDate };
    found.push(next.dueDate ?? '');
  }
  return found;
}

test.each([
  // 02:30 is skipped on 14 March 2027.
  [
    'FREQ=DAILY',
    'America/New_York',
    '2027-03-13T07:30:00.000Z',
    ['2027-03-14T07:30:00.000Z', '2027-03-15T06:30:00.000Z', '2027-03-16T06:30:00.000Z'],
  ],
  [
    'FREQ=WEEKLY;BYDAY=SU',
    'Europe/Berlin',
    '2027-03-21T01:30:00.000Z',
    ['2027-03-28T01:30:00.000Z', '2027-04-04T00:30:00.000Z'],
  ],
  [
    'FREQ=MONTHLY;BYMONTHDAY=28',
    'Europe/Berlin',
    '2027-02-28T01:30:00.000Z',
    ['2027-03-28T01:30:00.000Z', '2027-04-28T00:30:00.000Z'],
  ],
  // Midnight is skipped on 30 April 2027.
  [
    'FREQ=DAILY',
    'Africa/Cairo',
    '2027-04-28T22:00:00.000Z',
    ['2027-04-29T22:00:00.000Z', '2027-04-30T21:00:00.000Z'],
  ],
  // 01:30 occurs twice on 7 November 2027.
  [
    'FREQ=DAILY',
    'America/New_York',
    '2027-11-06T05:30:00.000Z',
    ['2027-11-07T05:30:00.000Z', '2027-11-08T06:30:00.000Z'],
  ],
])('keeps the local time of %s in %s from %s across DST changes', (rule, zone, first, moments) => {
  expect(run(schedule(rule, zone), first, moments.length)).toEqual(moments);
});

test('restores the original time after an occurrence shifted by DST', () => {
  const repeat = schedule('FREQ=DAILY', 'America/New_York');
  const shifted = findNext(repeat, due('2027-03-13T07:30:00.000Z'), '2027-03-13');
  const dates = due(shifted?.dueDate ?? '');
  expect(shifted?.planned).toEqual({ dueDate: '2027-03-14T02:30', startDate: null });
  const moved = due('2027-03-16T07:30:00.000Z');
  const planned = replan(repeat, { ...dates, planned: shifted?.planned }, moved);
  expect(findNext(repeat, moved, '2027-03-14', planned)?.dueDate).toBe('2027-03-15T06:30:00.000Z');
  // The user chose a different time on that day.
  const later = due('2027-03-14T16:00:00.000Z');
  const chosen = replan(repeat, { ...dates, planned: shifted?.planned }, later);
  expect(findNext(repeat, later, '2027-03-14', chosen)?.dueDate).toBe('2027-03-15T16:00:00.000Z');
});

test('keeps the schedule even if every occurrence is moved', () => {
  const zones = ['America/New_York', 'Europe/Berlin', 'Africa/Cairo', 'Asia/Kolkata', 'Australia/Lord_Howe'];
  const series = fc.record({
    frequency: fc.constantFrom(...FREQUENCIES),
    interval: fc.integer({ min: 1, max: 4 }),
    from: fc.integer({ min: 20_000, max: 24_000 }).map((at) => addDays('1970-01-01', at)),
    timeZone: fc.constantFrom(...zones),
    time: fc.constantFrom(null, '00:00', '00:30', '01:30', '02:15', '02:30', '23:45'),
  });
  const moves = fc.array(
    fc.integer({ min: -12, max: 12 }).filter((by) => by !== 0),
    { minLength: 12, maxLength: 12 },
  );
  fc.assert(
    fc.property(series, moves, ({ frequency, interval, from, timeZone, time }, by) => {
      const repeat = schedule(formatRule(settleRule(makeRule({ frequency, interval }), from)), timeZone);
      const first = makeWhen(from, time, timeZone);
      const unmoved = run(repeat, first, by.length);
      let [dates, planned]: [Dates, Planned | undefined] = [due(first), undefined];
      const found = by.map((days) => {
        const to = due(makeWhen(addDays(dayOf(dates.dueDate ?? '', timeZone), days), '12:00', timeZone));
        const replanned = replan(repeat, { ...dates, planned }, to);
        const next = findNext(repeat, to, '0001-01-01', replanned);
        planned = next?.planned;
        dates = due(next?.dueDate ?? '');
        return dates.dueDate;
      });
      expect(found).toEqual(unmoved);
    }),
  );
});
