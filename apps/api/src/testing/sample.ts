import { testEngines, type TestEngine } from './databases.ts';

/*
 * What both engines answer alike is asked of one of them whole: of PostgreSQL where there is one, which is also the
 * faster. The other gets a sample, drawn anew for another seed and otherwise always the same. What takes several servers
 * is a sample everywhere. `npm run wall` asks all of both.
 */

/** `WALL=all` asks everything of every engine. */
export const IS_ALL = process.env['WALL'] === 'all';
/** `WALL_SEED=7` draws another sample. */
const SEED = Number(process.env['WALL_SEED'] ?? 1);

/** Whether this engine is asked everything. */
export function isAskedAll(engine: TestEngine): boolean {
  return IS_ALL || engine === testEngines.at(-1);
}

/** All of them for an engine that is asked everything, and a sample for the other. */
export function pickFor<T>(engine: TestEngine, all: readonly T[], every: number, about: string): T[] {
  return isAskedAll(engine) ? [...all] : drawSample(all, every, about);
}

/** All of them with `WALL=all`, or one in `every`; which ones depends on `about`, so that each group has another sample. */
export function drawSample<T>(all: readonly T[], every: number, about: string): T[] {
  if (IS_ALL) return [...all];
  let state = SEED;
  for (const char of about) state = Math.imul(state ^ char.charCodeAt(0), 16_777_619) >>> 0;
  const kept = all.map((one, at) => ({ one, at, rank: mix(state + at) }));
  const most = Math.ceil(all.length / every);
  const drawn = kept.toSorted((a, b) => a.rank - b.rank).slice(0, most);
  return drawn.toSorted((a, b) => a.at - b.at).map(({ one }) => one);
}

/** A number that looks drawn, the same for the same `n` (the last steps of murmur3). */
function mix(n: number): number {
  let hash = n >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
