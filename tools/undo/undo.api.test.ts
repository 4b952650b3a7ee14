import { readdirSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testEngines, type TestEngine } from '#api/testing/databases.ts';
import { startApp, type TestApp } from '#api/testing/start-app.ts';
import type { TeamStore } from '@hearth/web/src/platform/sync/team-store.ts';
import { Chance } from '@hearth/web/src/testing/acts/chance.ts';
import { acts, NOT_TAKEN_BACK, timerActs } from './acts.ts';
import { makeFullTeam } from './full-team.ts';
import { bringDetails, browseAs, openStore, settle } from './open-store.ts';
import { readRows, tellDifference } from './read-rows.ts';

// The commands of the web app against the real server: what is taken back there is what counts.
const features = new URL('../../apps/web/src/features/', import.meta.url);
const SERVERS = { relation: [], checklistItem: [], timeEntry: [], ownTask: [], attachment: [] };
/** So many are done one after the other, and then taken back. */
const AT_ONCE = 20;

let api: TestApp;
let store: TeamStore;
let leave: () => void;

beforeAll(async () => {
  api = await startApp(testEngines.at(-1) as TestEngine);
  const { person, teamId } = await makeFullTeam(api);
  leave = browseAs(api, person);
  store = await openStore(api, person.user.id, teamId);
  await bringDetails(store, person);
});
afterAll(async () => {
  store.close();
  leave();
  await api.close();
});

/** @returns false where there was nothing that it could be done to */
function play(name: string, seed: number): boolean {
  for (let nth = 0; nth < 8; nth += 1) {
    const made = [(acts[name] ?? timerActs[name])?.(store, new Chance(seed + nth)) ?? []]
      .flat()
      .filter((one) => one !== null);
    if (made.length === 0) continue;
    store.mutate(made);
    return true;
  }
  return false;
}

/** What hung on something comes back with the server's word, not at once: what is undone after it waits for that. */
async function undoAll(done: readonly string[]): Promise<void> {
  for (const name of done.toReversed()) {
    expect(store.undo()?.left, name).toEqual([]);
    if (name.startsWith('delete')) await settle(store);
  }
  expect(store.canUndo).toBe(false);
}

/** Does them, takes all of it back, makes it again, and takes it back once more. */
async function checkUndoOfAll(
  names: readonly string[],
  seed: number,
  leftOut?: readonly string[],
): Promise<string[]> {
  const read = () => readRows(store, leftOut);
  const before = read();
  const done = names.filter((name, at) => play(name, seed + at));
  await settle(store);
  const after = read();
  const check = async (is: 'undone' | 'redone'): Promise<void> => {
    await settle(store);
    const difference = tellDifference(is === 'undone' ? before : after, read());
    expect(difference, `${is}: ${done.join(', ')} (${seed})`).toEqual([]);
  };
  await undoAll(done);
  await check('undone');
  while (store.canRedo) expect(store.redo()?.left).toEqual([]);
  await check('redone');
  await undoAll(done);
  await check('undone');
  return done;
}

it('takes any sequence of what a person can do back to the start, and makes it again', async () => {
  const all = Object.keys(acts);
  const done = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(all, { minLength: all.length }), fc.nat(), async (names, seed) => {
      for (let at = 0; at < names.length; at += AT_ONCE) {
        for (const name of await checkUndoOfAll(names.slice(at, at + AT_ONCE), seed)) done.add(name);
      }
    }),
    // The same in every run, so that it can stand at the gate: each of them is among what is done. Another seed is another order.
    { numRuns: 1, seed: 20_261_123, endOnFailure: true },
  );
  // What others left nothing for has enough by itself.
  for (const name of all) {
    if (!done.has(name)) expect(await checkUndoOfAll([name], 1)).toEqual([name]);
  }
});

it('shows what comes back at once, and not only with the word of the server', async () => {
  const names = Object.keys(acts).filter((name) => /^(?:delete|remove|decline|place|move)/.test(name));
  // A key is the server's to give, and so is what hangs on a task or a project that comes back.
  const read = () => ({ ...readRows(store, ['watcherIds', 'key']), ...SERVERS });
  for (const name of names.filter((one) => one !== 'deleteProject')) {
    const before = read();
    expect(play(name, 5), name).toBe(true);
    await settle(store);
    store.undo();
    expect(tellDifference(before, read()), name).toEqual([]);
    await settle(store);
  }
});

it('takes back who was made to watch, or not to', async () => {
  const names = ['updateTask: watchers', 'watchTasks', 'updateTask: title'];
  await checkUndoOfAll([...names, ...names, ...names, ...names], 3, []);
});

it('takes back what was done with timers', async () => {
  const names = ['startTimer', 'stopTimer', 'startTimer', 'startTimer', 'updateTask: title', 'stopTimer'];
  expect(await checkUndoOfAll([...names, ...names], 7)).toHaveLength(12);
});

it('knows all that a person can do', () => {
  const texts = readdirSync(features, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.data.ts'))
    .map((file) => readFileSync(new URL(file, features), 'utf8'));
  const commands = texts.flatMap((text) =>
    [
      ...text.matchAll(/^export function (\w+)\(\s*store: TeamStore,[^{]*?\): (?:Command|Duplicate)\b/gmu),
    ].map(([, name = '']) => name),
  );
  expect(commands.length).toBeGreaterThan(70);
  const known = new Set([
    ...Object.keys({ ...acts, ...timerActs }).map((name) => name.split(':')[0]),
    ...Object.keys(NOT_TAKEN_BACK),
  ]);
  expect(commands.filter((name) => !known.has(name))).toEqual([]);
});
