import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SyncPage, SyncRows } from '@hearth/contracts/sync';
import { testEngines, type TestEngine } from '#api/testing/databases.ts';
import { makeTask, type SignedIn } from '#api/testing/make.ts';
import { startApp, type TestApp } from '#api/testing/start-app.ts';
import { nameValue } from '@hearth/contracts/custom-fields/custom-field-values';
import { readPlainText } from '@hearth/contracts/rich-text/plain-text-values';
import { toggleDone, updateTask, writeDescription } from '@hearth/web/src/testing/acts/commands.ts';
import type { Command } from '@hearth/web/src/platform/sync/rows/types.ts';
import type { TeamStore } from '@hearth/web/src/platform/sync/store/team-store.ts';
import { acts, lastingActs, timerActs } from './acts.ts';
import { makeFullTeam } from './full-team.ts';
import { connectDevices, type Device } from './network.ts';
import { loadDetails, openStore, settle } from './open-store.ts';
import { openTab, type Tab } from './open-tab.ts';
import { play } from './play.ts';
import {
  readExactly,
  readPainted,
  readRows,
  readShared,
  describeDifference,
  describeRepainted,
} from './read-rows.ts';

// Tests every command of the web app offline and across a reload against the real server, with the browser's own storage.

type Task = SyncRows['task'];

/**
 * Actions per batch. Each action uses the state left by the previous actions. In larger batches, more actions would have nothing to apply
 * to.
 */
const AT_ONCE = 30;

let api: TestApp;
let disconnect: () => void;
let device: Device;
let tab: Tab;
/** Another user who has the same team open throughout. */
let other: TeamStore;
let otherPerson: SignedIn;
let teamPath: string;
/** Number of requests retried because their response was lost. */
let sentAgain = 0;

beforeAll(async () => {
  api = await startApp(testEngines.at(-1) as TestEngine);
  const team = await makeFullTeam(api);
  otherPerson = team.other;
  teamPath = `/teams/${team.teamId}`;
  const connected = connectDevices(api, [team.person, team.other]);
  disconnect = connected.disconnect;
  device = connected.devices[0];
  tab = await openTab(device, team.teamId);
  other = await openStore(connected.devices[1], team.teamId);
  await loadDetails(tab.store, team.person);
  await loadDetails(other, team.other);
});
afterAll(async () => {
  tab.close();
  other.close();
  disconnect();
  await api.close();
});

interface Played {
  /** The actions that had something to apply to. */
  names: string[];
  mutationIds: string[];
}

/** Runs the actions and checks that each changes the store synchronously (optimistically). */
function playAtOnce(names: readonly string[], seed: number): Played {
  const played: Played = { names: [], mutationIds: [] };
  for (const name of names) {
    const before = readExactly(tab.store);
    const isSeen = (): boolean => describeDifference(before, readExactly(tab.store)).length > 0;
    const mutationIds = play(tab.store, name, seed, isSeen);
    if (mutationIds.length === 0) continue;
    expect(isSeen(), `${name} is painted at once`).toBe(true);
    played.names.push(name);
    played.mutationIds.push(...mutationIds);
  }
  return played;
}

/** Reads the log positions of each mutation after `since`. */
async function readLog(since: number): Promise<Map<string, Set<number>>> {
  const sequences = new Map<string, Set<number>>();
  const page = await device.person.get<SyncPage>(`${teamPath}/sync?since=${since}&limit=5000`);
  expect(page.body).toMatchObject({ reset: false, nextCursor: null });
  for (const { mutationId, seq } of page.body.changes)
    if (mutationId !== undefined)
      sequences.set(mutationId, (sequences.get(mutationId) ?? new Set()).add(seq));
  return sequences;
}

/** Brings the other user's store up to date, including rows that the feed does not deliver. */
async function catchUp(): Promise<void> {
  other.wake();
  await other.whenAt(tab.store.cursor ?? 0);
  // After a role change, the store reloads. The lazily loaded rows must then be fetched again.
  await loadDetails(other, otherPerson);
}

/** Runs the actions offline, reloads offline and checks that the server applies each action once although its responses are lost. */
async function checkOffline(names: readonly string[], seed: number): Promise<string[]> {
  await tab.waitForCopy();
  device.cut();
  await expect.poll(() => tab.store.status).toBe('offline');
  const since = tab.store.cursor ?? 0;
  const start = readPainted(tab.store);
  const played = playAtOnce(names, seed);
  const about = `${played.names.join(', ')} (${seed})`;
  await tab.store.whenStored();
  const painted = readExactly(tab.store);
  const readIds = async () => (await tab.readOutbox()).map(({ mutation }) => mutation.mutationId);
  expect(await readIds(), about).toEqual(played.mutationIds);

  await tab.reload();
  expect(describeDifference(painted, readExactly(tab.store)), `reloaded: ${about}`).toEqual([]);
  expect(await readIds(), about).toEqual(played.mutationIds);
  expect(device.arrivals).toEqual([]);

  const expected = readPainted(tab.store);
  device.restore({ losesAnswers: true });
  await settle(tab.store);
  await device.whenAnswered();
  sentAgain += device.arrivals.length - played.mutationIds.length;
  expect(new Set(device.arrivals.map(({ key }) => key)), about).toEqual(new Set(played.mutationIds));
  // No mutation was rejected: each arrived after the mutations that it depends on.
  expect(
    device.arrivals.filter(({ status }) => status >= 400),
    about,
  ).toEqual([]);
  const log = await readLog(since);
  expect(
    [...log].filter(([id, { size }]) => size > 1 || !played.mutationIds.includes(id)),
    about,
  ).toEqual([]);
  const repainted = describeRepainted(start, expected, readPainted(tab.store));
  expect(repainted, `stays as it was painted: ${about}`).toEqual([]);
  await catchUp();
  expect(describeDifference(readShared(tab.store), readShared(other)), `seen by the other: ${about}`).toEqual(
    [],
  );
  return played.names;
}

/** Undoes all actions, including those before the last reload. */
async function undoAll(): Promise<void> {
  await expect.poll(() => tab.store.canUndo).toBe(true);
  while (tab.store.canUndo) {
    expect(tab.store.undo()?.left).toEqual([]);
    // Dependent rows are restored with the server's response.
    await settle(tab.store);
  }
}

it('applies offline actions immediately and once, across a reload and for other users, and undoes them', async () => {
  const all = Object.keys(acts);
  const done = new Set<string>();
  const check = async (names: readonly string[], seed: number): Promise<void> => {
    const before = readRows(tab.store);
    const played = await checkOffline(names, seed);
    for (const name of played) done.add(name);
    await undoAll();
    const difference = describeDifference(before, readRows(tab.store));
    expect(difference, `taken back: ${played.join(', ')} (${seed})`).toEqual([]);
  };
  for (let at = 0; at < all.length; at += AT_ONCE) await check(all.slice(at, at + AT_ONCE), at);
  // Retry separately each action that had nothing to apply to.
  for (const name of all.filter((one) => !done.has(one))) await check([name], 1);
  expect(all.filter((name) => !done.has(name))).toEqual([]);
  expect(sentAgain).toBeGreaterThan(10);
});

it('keeps and applies offline actions that cannot be undone', async () => {
  const names = Object.keys(lastingActs);
  expect(await checkOffline(names, 3)).toEqual(names);
});

it('keeps and applies offline actions on timers', async () => {
  const names = [...Object.keys(timerActs), ...Object.keys(timerActs)];
  expect(await checkOffline(names, 7)).toEqual(names);
});

/** Creates a task, changes it offline with a reload in between and lets the other user run `meanwhile` before reconnecting. */
async function meet(
  fields: Record<string, unknown>,
  act: (task: Task) => Command | null,
  meanwhile: (task: Task) => Command | null = () => null,
): Promise<string> {
  const { id } = await makeTask(device.person, tab.store.teamId, fields);
  await catchUp();
  const rowOf = (store: TeamStore) => store.row('task', id) as Task;
  await expect.poll(() => rowOf(tab.store)).toBeDefined();
  device.cut();
  await expect.poll(() => tab.store.status).toBe('offline');
  tab.store.mutate(act(rowOf(tab.store)) ?? []);
  await tab.store.whenStored();
  await tab.reload();
  other.mutate(meanwhile(rowOf(other)) ?? []);
  await settle(other);
  device.restore();
  return id;
}

it('creates the next task of a series after an offline completion', async () => {
  const repeat = { mode: 'schedule', rule: 'FREQ=DAILY', later: null, timeZone: 'UTC' };
  const fields = { title: 'Water the plants', dueDate: '2026-12-12', repeat };
  await meet(fields, (task) => toggleDone(tab.store, task));
  await settle(tab.store);
  for (const store of [tab.store, other]) {
    const both = () => store.all('task').filter(({ title }) => title === 'Water the plants');
    await expect.poll(() => both().map(({ closedAt }) => closedAt === null)).toHaveLength(2);
    expect(both().filter(({ closedAt }) => closedAt === null)).toMatchObject([{ dueDate: '2026-12-13' }]);
  }
});

it('merges offline changes field by field with concurrent changes by others', async () => {
  const [text, checkbox] = ['text', 'checkbox'].map((name) =>
    other.all('field').find(({ type }) => type === name),
  );
  const id = await meet(
    { title: 'Two fields' },
    (task) => updateTask(tab.store, task.id, { [nameValue(text?.id ?? '')]: 'North Mill' }),
    (task) => updateTask(other, task.id, { [nameValue(checkbox?.id ?? '')]: true }),
  );
  await settle(tab.store);
  await catchUp();
  for (const store of [tab.store, other])
    expect(store.row('task', id)?.custom).toEqual({
      [text?.id ?? '']: 'North Mill',
      [checkbox?.id ?? '']: true,
    });
});

it('keeps a rejected description for its author after a concurrent change by another user', async () => {
  const write = (store: TeamStore, text: string) => (task: Task) =>
    writeDescription(store, task.id, readPlainText(text), task.descriptionVersion);
  const id = await meet(
    { title: 'Two texts' },
    write(tab.store, 'From the train'),
    write(other, 'From the office'),
  );
  await expect
    .poll(() => tab.store.refusals.map(({ mutation }) => mutation.text))
    .toEqual(['From the train']);
  expect(tab.store.row('task', id)?.description).toBe('From the office');
  await tab.reload();
  const [refusal] = tab.store.refusals;
  expect(refusal).toMatchObject({ mutation: { text: 'From the train' }, problem: { status: 409 } });
  await tab.store.dismissRefusal(refusal?.mutation.mutationId ?? '');
});
