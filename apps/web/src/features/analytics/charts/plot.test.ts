import { describe, expect, test } from 'vitest';
import { drawArea, listTicks, listWholeTicks, makePlot, thinOut } from './plot.ts';

describe('value axis ticks', () => {
  test.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [9, [0, 5, 10]],
    [17, [0, 5, 10, 15, 20]],
    [100, [0, 25, 50, 75, 100]],
    [1234, [0, 500, 1000, 1500]],
  ])('returns integers for whole values up to %d', (max, ticks) =>
    expect(listWholeTicks(max)).toEqual(ticks),
  );

  test('covers the maximum of fractional values in at most six ticks', () => {
    for (const max of [0.013, 0.4, 1.1, 7.3, 42, 99.9, 123_456]) {
      const ticks = listTicks(max);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(max);
      expect(ticks.length).toBeLessThanOrEqual(6);
    }
  });
});

test('mirrors the time axis in right-to-left languages', () => {
  const [ahead, back] = [makePlot(640, 200, 10, false), makePlot(640, 200, 10, true)];
  expect(ahead.x(0)).toBeLessThan(ahead.x(1));
  expect(back.x(0)).toBeGreaterThan(back.x(1));
  expect(ahead.x(0)).toBe(640 - back.x(0));
  expect(ahead.y(10)).toBe(ahead.top);
});

test('thins out axis labels evenly and keeps the last one', () => {
  expect(thinOut([1, 2, 3, 4, 5, 6, 7], 3)).toEqual([1, 4, 7]);
  expect(thinOut([1, 2, 3], 9)).toEqual([1, 2, 3]);
});

test('closes the path of an area', () => {
  const at = (y: number) => [0, 10].map((x) => ({ x, y }));
  expect(drawArea(at(1), at(5))).toBe('M0 1L10 1L10 5L0 5Z');
});
