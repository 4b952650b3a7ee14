import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testEngines, type TestEngine } from '#api/testing/databases.ts';
import { inTurns } from '#api/testing/in-turns.ts';
import { makeTask, type SignedIn } from '#api/testing/make.ts';
import { startApp, type TestApp } from '#api/testing/start-app.ts';
import { LIMITS } from '@hearth/contracts/core/limits';
import { createStatus, deleteStatus, updateTasks } from '@hearth/web/src/testing/acts/commands.ts';
import { acts, lastingActs, NOT_TAKEN_BACK, timerActs } from './acts.ts';
import { makeFullTeam } from './full-team.ts';
import { connectDevices } from './network.ts';
import { loadDetails, settle } from './open-store.ts';
import { openTab, type Tab } from './open-tab.ts';
import { play } from './play.ts';
import { readRows, describeDifference } from './read-rows.ts';

// Tests undo for the commands of the web app against the real server.
const features = new URL('../../apps/web/src/features/', import.meta.url);
const SERVERS = { relation: [], checklistItem: [], timeEntry: [], ownTask: [], attachment: [] };
/** Number of actions that are performed in sequence before they are undone. */
const AT_ONCE = 20;

let api: TestApp;
let person: SignedIn;
let tab: Tab;
let disconnect: () => void;

beforeAll(async () => {
  api = await startApp(testEngines.at(-1) as TestEngine);
  const team = await makeFullTeam(api);
  ({ person } = team);
  const connected = connectDevices(api, [person]);
  disconnect = connected.disconnect;
  tab = await openTab(connected.devices[0], team.teamId);
  await loadDetails(tab.store, person);
});
afterAll(async () => {
  tab.close();
  disconnect();
  await api.close();
});

/** Undoes the actions in reverse order. After a delete, waits for the server's response, which restores the dependent rows. */
async function undoAll(done: readonly string[], reloadsAfter = Infinity): Promise<void> {
  for (const [at, name] of done.toReversed().entries()) {
    if (at === reloadsAfter) await reload('canUndo');
    expect(tab.store.undo()?.left, name).toEqual([]);
    if (name.startsWith('delete')) await settle(tab.store);
  }
  expect(tab.store.canUndo).toBe(false);
}

/** Reloads the tab and waits until the undo steps are loaded. They are loaded after the rows. */
async function reload(can: 'canUndo' | 'canRedo'): Promise<void> {
  await tab.reload();
  await expect.poll(() => tab.store[can], { interval: 5 }).toBe(true);
}

/** Performs the actions, undoes all of them after a reload, redoes them after another reload, and undoes them again. */
async function checkUndoOfAll(
  names: readonly string[],
  seed: number,
  leftOut?: readonly string[],
): Promise<string[]> {
  const read = () => readRows(tab.store, leftOut);
  const before = read();
  const done = names.filter((name, at) => play(tab.store, name, seed + at).length > 0);
  await settle(tab.store);
  const after = read();
  const check = async (is: 'undone' | 'redone'): Promise<void> => {
    await settle(tab.store);
    const difference = describeDifference(is === 'undone' ? before : after, read());
    expect(difference, `${is}: ${done.join(', ')} (${seed})`).toEqual([]);
  };
  await reload('canUndo');
  // Reload once more half-way through.
  await undoAll(done, Math.ceil(done.length / 2));
  await check('undone');
  await reload('canRedo');
  while (tab.store.canRedo) expect(tab.store.redo()?.left).toEqual([]);
  await check('redone');
  await undoAll(done);
  await check('undone');
  return done;
}

it('undoes a random sequence of all actions after a reload, and redoes the actions after another reload', async () => {
  const all = Object.keys(acts);
  const done = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(all, { minLength: all.length }), fc.nat(), async (names, seed) => {
      for (let at = 0; at < names.length; at += AT_ONCE) {
        for (const name of await checkUndoOfAll(names.slice(at, at + AT_ONCE), seed)) done.add(name);
      }
    }),
    // A fixed seed for deterministic tests of commits. The order contains every action. Another seed gives another order.
    { numRuns: 1, seed: 20_261_123, endOnFailure: true },
  );
  // Retry separately each action that had nothing to apply to.
  for (const name of all) {
    if (!done.has(name)) expect(await checkUndoOfAll([name], 1)).toEqual([name]);
  }
});

it('restores rows optimistically, before the server responds', async () => {
  const names = Object.keys(acts).filter((name) => /^(?:delete|remove|decline|place|move)/.test(name));
  // Ignore task keys because the server assigns them, and dependent rows because only the server restores them.
  const read = () => ({ ...readRows(tab.store, ['watcherIds', 'key']), ...SERVERS });
  for (const name of names.filter((one) => one !== 'deleteProject')) {
    const before = read();
    expect(play(tab.store, name, 5), name).not.toEqual([]);
    await settle(tab.store);
    tab.store.undo();
    expect(describeDifference(before, read()), name).toEqual([]);
    await settle(tab.store);
  }
});

it('undoes changes to the watchers of a task', async () => {
  const names = ['updateTask: watcherIds', 'watchTasks', 'updateTask: title'];
  await checkUndoOfAll([...names, ...names, ...names, ...names], 3, []);
});

it('undoes timer actions', async () => {
  const names = ['startTimer', 'stopTimer', 'startTimer', 'startTimer', 'updateTask: title', 'stopTimer'];
  expect(await checkUndoOfAll([...names, ...names], 7)).toHaveLength(12);
});

it('undoes changes to a row that was restored under another id, after a reload', async () => {
  const before = readRows(tab.store);
  const fields = { name: 'Comes and goes', category: 'started', color: 'teal' } as const;
  const creation = createStatus(tab.store, fields);
  tab.store.mutate(creation);
  await settle(tab.store);
  tab.store.mutate(deleteStatus(tab.store, creation.effects[0]?.id ?? ''));
  await settle(tab.store);
  tab.store.undo();
  await settle(tab.store);
  expect(tab.store.all('status').map(({ name }) => name)).toContain('Comes and goes');
  await reload('canUndo');
  expect(tab.store.undo()?.isDone).toBe(true);
  await settle(tab.store);
  expect(describeDifference(before, readRows(tab.store))).toEqual([]);
});

it('undoes a change to 500 tasks after a reload, but keeps later changes by others', async () => {
  const ids = Array.from({ length: LIMITS.tasksAtOnce }, () => randomUUID());
  await inTurns(
    ids,
    8,
    async (id) => void (await makeTask(person, tab.store.teamId, { id, title: 'One of many' })),
  );
  const priorities = () => ids.map((id) => tab.store.row('task', id)?.priority);
  await expect.poll(priorities).toEqual(ids.map(() => 'none'));
  tab.store.mutate(
    updateTasks(
      tab.store,
      ids.map((id) => ({ id, fields: { priority: 'high' as const } })),
    ) ?? [],
  );
  await settle(tab.store);
  const [changed = '', ...others] = ids;
  await person.patch(`/teams/${tab.store.teamId}/tasks/${changed}`, { priority: 'low' });
  await reload('canUndo');
  await expect.poll(() => tab.store.row('task', changed)?.priority).toBe('low');
  expect(tab.store.undo()?.left).toEqual([{ entity: 'task', id: changed, field: 'priority' }]);
  await settle(tab.store);
  expect(priorities()).toEqual(['low', ...others.map(() => 'none')]);
});

it('covers every user command or gives a reason for missing undo', () => {
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
  expect(Object.keys(NOT_TAKEN_BACK)).toEqual(expect.arrayContaining(Object.keys(lastingActs)));
  expect(commands.filter((name) => !known.has(name))).toEqual([]);
});
