import { addDays } from '#core/days.ts';
import { ANALYTICS_LIMITS } from './analytics-values.ts';
import { nearestRank } from './spread-values.ts';

/** Target for the simulated days of all draws together. Longer forecasts use fewer draws, but at least MIN_DRAWS. */
const MAX_STEPS = 12_000_000;
const MIN_DRAWS = 400;

/** Hash of a string, 0 to 2³² - 1 (FNV-1a): deterministic on every platform. */
export function hashSeed(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash >>> 0;
}

/** Creates a generator of uniformly distributed numbers in [0, 1) (mulberry32). */
export function makeGenerator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Monte Carlo simulation: each draw picks random days of the history until `tasks` tasks are done.
 * @param history done tasks per day, including days without done tasks
 * @param pace factor applied to each day's tasks
 * @returns the number of days of each draw, ascending, or null if the history has no done task
 */
export function drawDays(
  history: readonly number[],
  tasks: number,
  { seed, pace = 1, draws = ANALYTICS_LIMITS.forecastDraws }: { seed: number; pace?: number; draws?: number },
): Uint32Array | null {
  const sum = history.reduce((all, one) => all + one, 0);
  if (sum === 0) return null;
  const expected = Math.ceil((tasks * history.length) / (sum * pace));
  const count = Math.max(MIN_DRAWS, Math.min(draws, Math.floor(MAX_STEPS / Math.max(1, expected))));
  const days = new Uint32Array(Math.min(draws, count));
  const past = Float64Array.from(history);
  const goal = tasks / pace - 1e-9;
  const next = makeGenerator(seed);
  for (let draw = 0; draw < days.length; draw += 1) {
    let done = 0;
    let day = 0;
    while (done < goal) {
      done += past[Math.floor(next() * past.length)] ?? 0;
      day += 1;
    }
    days[draw] = day;
  }
  return days.sort();
}

/** Converts simulated durations to the dates of a forecast, counted from `asOf`. */
export function toDates(asOf: string, sorted: Uint32Array): { p50: string; p85: string; p95: string } {
  const days = [...sorted];
  const at = (share: number): string => addDays(asOf, nearestRank(days, share) ?? 0);
  return { p50: at(0.5), p85: at(0.85), p95: at(0.95) };
}

/** Percentage of simulated durations of at most this many days. */
export function oddsOf(sorted: Uint32Array, days: number): number {
  let within = 0;
  while (within < sorted.length && (sorted[within] ?? 0) <= days) within += 1;
  return Math.round((within / sorted.length) * 100);
}
