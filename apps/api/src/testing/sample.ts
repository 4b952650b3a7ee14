import { testEngines, type TestEngine } from './databases.ts';

/*
 * In `npm test`, tests over all routes, callers or strings use a fixed sample. If both engines are tested, the sample is larger on
 * PostgreSQL, which is faster. `npm run lab -- wall` and `npm run test:all` run all cases on both engines.
 */

/** `WALL=all` runs all cases on every engine. */
export const IS_ALL = process.env['WALL'] === 'all';
/** Seed of the sample. `WALL_SEED=7` draws a different one. */
const SEED = Number(process.env['WALL_SEED'] ?? 1);

/** Sampling rates (one in n) for the engine with the larger sample, and for the other engine. */
export type Shares = readonly [more: number, less: number];

export function isAskedMore(engine: TestEngine): boolean {
  return IS_ALL || engine === testEngines.at(-1);
}

/** Draws the sample for this engine. */
export function pickFor<T>(engine: TestEngine, all: readonly T[], shares: Shares, about: string): T[] {
  return drawSample(all, shares[isAskedMore(engine) ? 0 : 1], about);
}

/** Returns all items with `WALL=all`, otherwise one in `every`. Different values of `about` result in different samples. */
export function drawSample<T>(all: readonly T[], every: number, about: string): T[] {
  if (IS_ALL) return [...all];
  let state = SEED;
  for (const char of about) state = Math.imul(state ^ char.charCodeAt(0), 16_777_619) >>> 0;
  const ranked = all.map((one, at) => ({ one, at, rank: mix(state + at) }));
  const most = Math.ceil(all.length / every);
  const drawn = ranked.toSorted((a, b) => a.rank - b.rank).slice(0, most);
  return drawn.toSorted((a, b) => a.at - b.at).map(({ one }) => one);
}

/** Returns a pseudo-random number derived from `n`, by the finalizer of murmur3. */
function mix(n: number): number {
  let hash = n >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
