import { describe, expect, it } from 'vitest';
import { addDays } from '#core/days.ts';
import { drawDays, hashSeed, makeGenerator, toDates } from './forecast-values.ts';
import { nearestRank } from './spread-values.ts';

describe('nearestRank', () => {
  // Vacanti, Actionable Agile Metrics: count from the lowest value until 85 % of the items are at or below.
  it('returns an observed value, or null without values', () => {
    const cycleTimes = [1, 1, 2, 2, 3, 3, 4, 5, 5, 6, 7, 8, 9, 11, 12, 14, 16, 21, 25, 40];
    expect([0.5, 0.85, 0.95].map((share) => nearestRank(cycleTimes, share))).toEqual([6, 16, 25]);
    expect(nearestRank([5], 0.85)).toBe(5);
    expect(nearestRank([], 0.5)).toBeNull();
  });
});

describe('drawDays', () => {
  const HISTORY = Array.from({ length: 84 }, (_none, at) => (at % 7 > 4 ? 0 : at % 3));

  it('returns equal dates for equal seeds, and later dates for more tasks', () => {
    const draw = (tasks: number, seed = 1) =>
      toDates('2026-11-26', drawDays(HISTORY, tasks, { seed }) ?? new Uint32Array());
    expect(draw(20)).toEqual(draw(20));
    expect(draw(20)).toEqual({ p50: '2026-12-24', p85: '2026-12-31', p95: '2027-01-04' });
    expect(draw(40).p85 > draw(20).p85).toBe(true);
    expect(drawDays([0, 0, 0], 5, { seed: 1 })).toBeNull();
  });

  it('covers the actual duration with its 85th percentile in 80 to 90 % of cases', () => {
    const next = makeGenerator(hashSeed('coverage'));
    let metCount = 0;
    const histories = 400;
    for (let at = 0; at < histories; at += 1) {
      const pace = 0.3 + next() * 2;
      const live = (): number => {
        let count = 0;
        let limit = Math.exp(-pace);
        for (let product = next(); product > limit; product *= next()) count += 1;
        limit = 0;
        return count;
      };
      const history = Array.from({ length: 84 }, live);
      const tasks = 10 + Math.floor(next() * 20);
      const sorted = drawDays(history, tasks, { seed: at, draws: 2000 });
      let days = 0;
      for (let done = 0; done < tasks; days += 1) done += live();
      const { p85 } = toDates('2026-11-26', sorted ?? new Uint32Array());
      metCount += Number(addDays('2026-11-26', days) <= p85);
    }
    expect(metCount / histories).toBeGreaterThanOrEqual(0.8);
    expect(metCount / histories).toBeLessThanOrEqual(0.9);
  });
});
