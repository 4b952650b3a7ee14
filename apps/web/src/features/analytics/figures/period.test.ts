import { daysBefore, lastWeek } from '@hearth/contracts/analytics/period-values';
import { sumTasks } from '@hearth/contracts/analytics/spread-values';
import { describe, expect, test } from 'vitest';
import { fillBuckets, sampleDays, widthOf } from './buckets.ts';
import { chooseTickUnit } from './format-figures.ts';
import { moveBound, resolvePeriod } from './period.ts';
import { listTicks } from '#features/analytics/charts/plot.ts';

describe('analytics periods', () => {
  test.each([
    ['4w', undefined, undefined, '2026-10-30', '2026-11-26'],
    ['12w', undefined, undefined, '2026-09-04', '2026-11-26'],
    ['custom', '2026-01-01', '2026-01-31', '2026-01-01', '2026-01-31'],
    ['custom', '2026-02-01', '2026-01-31', '2026-09-04', '2026-11-26'],
    ['custom', '2026-01-01', undefined, '2026-09-04', '2026-11-26'],
    ['custom', '2001-01-01', '2026-01-31', '2026-09-04', '2026-11-26'],
    ['custom', 'soon', '2026-02-30', '2026-09-04', '2026-11-26'],
  ] as const)('resolves period %s from %s to %s as %s to %s', (kind, from, to, first, last) => {
    expect(resolvePeriod(kind, '2026-11-26', from, to)).toEqual({ from: first, to: last });
  });

  test.each([
    [{ from: '2026-11-01' }, '2026-11-01', '2026-11-26'],
    [{ from: '2026-12-10' }, '2026-12-10', '2026-12-10'],
    [{ from: '2020-01-01' }, '2020-01-01', '2022-03-10'],
    [{ to: '2026-11-01' }, '2026-10-30', '2026-11-01'],
    [{ to: '2026-10-01' }, '2026-10-01', '2026-10-01'],
    [{ to: '2030-01-01' }, '2027-10-25', '2030-01-01'],
    [{ to: null }, '2026-10-30', '2026-11-26'],
  ])('moves the other bound when %o would leave no valid period', (part, from, to) => {
    const days = moveBound({ from: '2026-10-30', to: '2026-11-26' }, part);
    expect(days).toEqual({ from, to });
    expect(resolvePeriod('custom', '2026-11-26', days.from, days.to)).toEqual(days);
  });

  test('compares with the preceding period of the same length', () => {
    expect(daysBefore({ from: '2026-10-30', to: '2026-11-26' })).toEqual({
      from: '2026-10-02',
      to: '2026-10-29',
    });
  });

  test.each([
    ['2026-11-23', '2026-11-16'],
    ['2026-11-26', '2026-11-16'],
    ['2026-11-29', '2026-11-16'],
    ['2026-11-30', '2026-11-23'],
  ])('finds the last full week before %s, which starts on %s', (today, from) => {
    expect(lastWeek(today).from).toBe(from);
  });
});

describe('buckets', () => {
  test.each([
    ['2026-11-01', '2026-11-30', 1],
    ['2026-09-04', '2026-11-26', 7],
    ['2025-01-01', '2026-11-26', 28],
  ])('splits %s to %s into intervals of %i days', (from, to, width) => {
    const days = { from, to };
    expect(widthOf(days)).toBe(width);
    const counted = [
      { day: from, tasks: 2 },
      { day: to, tasks: 3 },
    ];
    const buckets = fillBuckets(days, counted, [{ day: to, tasks: 7 }]);
    expect(buckets[0]).toMatchObject({ from, done: 2, created: 0 });
    expect(buckets.at(-1)).toMatchObject({ to, done: 3, created: 7 });
    expect(buckets.reduce((all, { done }) => all + done, 0)).toBe(sumTasks(counted));
  });

  test('samples at most 120 days of a long series, including the last day', () => {
    const days = Array.from({ length: 800 }, (_, at) => at);
    const drawn = sampleDays(days);
    expect(drawn.length).toBeLessThanOrEqual(120);
    expect(drawn.at(-1)).toBe(799);
  });
});

test.each([
  [0.01, ['0m', '0.2m', '0.4m', '0.6m']],
  [0.5, ['0m', '10m', '20m', '30m']],
  [11, ['0h', '5h', '10h', '15h']],
  [200, ['0d', '2.5d', '5d', '7.5d', '10d']],
])('labels the ticks of an axis of durations up to %d hours', (longest, labels) => {
  const unit = chooseTickUnit(longest);
  expect(listTicks(longest / unit.hours).map((tick) => unit.format(tick * unit.hours))).toEqual(labels);
});
