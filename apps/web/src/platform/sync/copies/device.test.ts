import { createEmptyReferences } from '@hearth/contracts/model/reference-field-values';
import { EMPTY_SCALARS } from '@hearth/contracts/model/scalar-field-values';
import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { SyncWorld } from '#testing/sync-world.ts';
import { hasUnsentChanges, wipeOtherPeople } from './local-dbs.ts';
import { openStorage } from './storage.ts';
import type { Mutation, TeamStorage } from '#platform/sync/rows/types.ts';

const EMPTY = { cursor: null, epoch: null, chunks: [], outbox: [] };

async function startWorld(person: string, tabs = 1): Promise<SyncWorld> {
  const world = new SyncWorld([person], tabs);
  await world.settle();
  return world;
}

/** Renames the task in the first tab. */
function retitle(world: SyncWorld, title: string): void {
  world.use((store) =>
    store.mutate({
      route: 'PATCH /teams/{teamId}/tasks/{taskId}',
      params: { teamId: 'team', taskId: 't-a' },
      body: { title },
      effects: [{ entity: 'task', id: 't-a', op: 'patch', fields: { title } }],
      text: title,
    }),
  );
}

const mutation: Mutation = {
  mutationId: 'm1',
  route: 'PATCH /teams/{teamId}/tasks/{taskId}',
  params: {},
  effects: [],
  dependsOn: [],
  madeAt: 0,
};

async function fill(storage: TeamStorage): Promise<void> {
  await storage.add(mutation);
  const chunks = new Map([['task/0', '["task",[{"id":"t1"}]]']]);
  await storage.flush({ cursor: 7, epoch: 'e', chunks, isWhole: true, settled: [] });
}

describe('loss of membership', () => {
  it(
    'wipes the rows in every tab and on the device, and returns unsent text',
    { timeout: 60_000 },
    async () => {
      const world = await startWorld('ann', 2);
      world.network.setOffline('ann-device', true);
      retitle(world, 'typed in vain');
      await world.until(() => world.stores.every(({ pendingCount }) => pendingCount === 1));
      world.server.former.add('ann');
      world.network.breakSocket(0, 4403);
      await world.until(() => world.stores.every(({ status }) => status === 'gone'));
      for (const store of world.stores) {
        expect(store.cursor).toBeNull();
        expect(store.all('task')).toEqual([]);
        expect(store.refusals.map(({ mutation: { text }, problem }) => [text, problem.code])).toEqual([
          ['typed in vain', 'NOT_FOUND'],
        ]);
      }
      expect(await openStorage('ann', 'team').load()).toEqual(EMPTY);
      world.close();
    },
  );
});

describe('sign-out', () => {
  it('closes the store in every tab and leaves nothing on the device', { timeout: 60_000 }, async () => {
    const world = await startWorld('ann', 2);
    expect((await openStorage('ann', 'team').load()).cursor).toBe(world.server.head);
    retitle(world, 'not sent');
    await world.stores[1]?.wipe();
    await world.until(() => world.stores.every(({ status }) => status === 'closed'));
    for (const store of world.stores) expect(store.all('task')).toEqual([]);
    expect(await openStorage('ann', 'team').load()).toEqual(EMPTY);
    world.close();
  });
});

describe('ended session', () => {
  it(
    'keeps the rows visible, and sends nothing until the session is resumed',
    { timeout: 60_000 },
    async () => {
      const world = await startWorld('ann', 2);
      world.network.setSignedOut('ann-device', true);
      retitle(world, 'while signed out');
      await world.until(() => world.stores.every(({ status }) => status === 'signedOut'));
      retitle(world, 'once more');
      // Twice because a dead socket is reconnected first if no tab has the feed.
      for (const ms of [120_000, 120_000]) {
        await world.play({ kind: 'time', ms });
        await world.play({ kind: 'turn', turns: 20 });
      }
      expect(world.network.isIdle, 'something was tried without a session').toBe(true);
      expect(world.server.executions.size).toBe(0);
      expect(world.store.row('task', 't-a')?.title).toBe('once more');
      world.network.setSignedOut('ann-device', false);
      // Resumes in a follower tab. The leader must therefore be notified.
      world.stores[1]?.resume();
      await world.until(() => world.store.pendingCount === 0);
      expect(world.server.executions.size).toBe(2);
      expect(world.store.refusals).toEqual([]);
      await world.settle();
      world.close();
    },
  );
});

describe('feed', () => {
  it('fetches missing changes after a ping', { timeout: 60_000 }, async () => {
    const world = await startWorld('ann');
    world.server.changeByOther('t-a', { title: 'unheard of' });
    await world.play({ kind: 'socket', pick: 0, how: 'ping' });
    await world.until(() => world.store.cursor === world.server.head, true);
    expect(world.store.row('task', 't-a')?.title).toBe('unheard of');
    world.close();
  });

  it('treats a socket as dead after 60 seconds of silence and reconnects', { timeout: 60_000 }, async () => {
    const world = await startWorld('ann');
    world.server.changeByOther('t-a', { title: 'unheard of' });
    await world.play({ kind: 'time', ms: 59_000 });
    expect(world.network.isIdle).toBe(true);
    await world.play({ kind: 'time', ms: 1_000 });
    await world.play({ kind: 'turn', turns: 2 });
    expect(world.store.status).toBe('offline');
    await world.play({ kind: 'time', ms: 1_000 });
    await world.until(() => world.store.cursor === world.server.head, true);
    world.close();
  });
});

describe('older tasks', () => {
  it('omits tasks for which the user loses permission during the request', { timeout: 60_000 }, async () => {
    const world = await startWorld('bob');
    const loading = world.store.loadOlder({});
    // The server reads the rows that bob may see at that time, but the response is delayed.
    await world.play({ kind: 'flight', pick: 0 });
    world.server.setHidden('bob', 'p-shut', true);
    await world.play({ kind: 'socket', pick: 0, how: 'next' });
    expect(world.store.row('task', 't-b')).toBeUndefined();
    await world.until(() => world.network.isIdle, true);
    expect(await loading).toBeNull();
    expect(world.store.row('task', 't-b')).toBeUndefined();
    expect(world.store.row('task', 't-a')).toBeDefined();
    world.close();
  });
});

describe('local copy', () => {
  it('keeps only unsent mutations when the schema version differs', async () => {
    const old = openStorage('ann', 'schema');
    await fill(old);
    old.close();
    const next = openStorage('ann', 'schema', 99);
    expect(await next.load()).toEqual({
      cursor: null,
      epoch: null,
      chunks: [],
      outbox: [{ order: 1, mutation, seq: null, refusedWith: null }],
    });
    next.close();
  });

  it('adds missing fields to unsent new tasks of an older schema version', async () => {
    const old = openStorage('ann', 'older', 2);
    const effects = [
      { entity: 'task', id: 't1', op: 'put', fields: { title: 'New' } },
      { entity: 'task', id: 't2', op: 'patch', fields: { title: 'Changed' } },
    ] as const;
    await old.add({ ...mutation, effects });
    old.close();
    const next = openStorage('ann', 'older');
    const [stored] = (await next.load()).outbox;
    expect(stored?.mutation.effects).toEqual([
      {
        ...effects[0],
        fields: {
          title: 'New',
          startDate: null,
          ...EMPTY_SCALARS,
          ...createEmptyReferences(),
          repeat: null,
          trackedSeconds: 0,
          triage: null,
          custom: {},
          coverId: null,
          series: null,
          parentId: null,
          siblingPosition: null,
          descriptionDoc: null,
          descriptionVersion: null,
        },
      },
      effects[1],
    ]);
    next.close();
  });

  it('deletes the data of other users when a user signs in', async () => {
    const mine = openStorage('ann', 'shared');
    const bobStorage = openStorage('bob', 'shared');
    await fill(mine);
    await fill(bobStorage);
    await wipeOtherPeople('bob');
    const names = async (): Promise<string> =>
      (await indexedDB.databases())
        .map(({ name }) => String(name))
        .toSorted()
        .join();
    expect(await names()).not.toContain('ann');
    expect((await bobStorage.load()).cursor).toBe(7);
    await wipeOtherPeople(null);
    expect(await names()).toBe('');
  });

  it('finds unsent changes of any team, but not those the server has accepted', async () => {
    await wipeOtherPeople(null);
    const storage = openStorage('ann', 'unsent');
    expect(await hasUnsentChanges()).toBe(false);
    const order = await storage.add(mutation);
    expect(await hasUnsentChanges()).toBe(true);
    await storage.saveResult(order, { seq: 8 });
    expect(await hasUnsentChanges()).toBe(false);
    storage.close();
    await wipeOtherPeople(null);
  });
});
