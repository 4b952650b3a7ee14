import { testEngines, type TestEngine } from './databases.ts';

/*
 * Tests that repeat over all routes, callers and texts use a sample in `npm test`, the same one each time, and where both engines are
 * tested, a larger one on PostgreSQL, which is also the faster. `npm run lab -- wall` and `npm run test:all` run everything on both.
 */

/** `WALL=all` runs everything on every engine. */
export const IS_ALL = process.env['WALL'] === 'all';
/** `WALL_SEED=7` draws another sample. */
const SEED = Number(process.env['WALL_SEED'] ?? 1);

/** Sampling rate, one in n: of the engine that is tested more, and of the other. */
export type Shares = readonly [more: number, less: number];

export function isAskedMore(engine: TestEngine): boolean {
  return IS_ALL || engine === testEngines.at(-1);
}

/** This engine's sample. */
export function pickFor<T>(engine: TestEngine, all: readonly T[], shares: Shares, about: string): T[] {
  return drawSample(all, shares[isAskedMore(engine) ? 0 : 1], about);
}

/** All items with `WALL=all`, or one in `every`; the selection depends on `about`, so that each group has another sample. */
export function drawSample<T>(all: readonly T[], every: number, about: string): T[] {
  if (IS_ALL) return [...all];
  let state = SEED;
  for (const char of about) state = Math.imul(state ^ char.charCodeAt(0), 16_777_619) >>> 0;
  const kept = all.map((one, at) => ({ one, at, rank: mix(state + at) }));
  const most = Math.ceil(all.length / every);
  const drawn = kept.toSorted((a, b) => a.rank - b.rank).slice(0, most);
  return drawn.toSorted((a, b) => a.at - b.at).map(({ one }) => one);
}

/** A pseudo-random number, the same for the same `n` (the finalizer of murmur3). */
function mix(n: number): number {
  let hash = n >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
