import 'fake-indexeddb/auto';
import * as fc from 'fast-check';
import { openDB } from 'idb';
import { expect, it } from 'vitest';
import { change, type Act } from '#testing/model-acts.ts';
import { SyncWorld, type Step as WorldStep } from '#testing/sync-world.ts';
import { noStorage } from '#platform/sync/copies/no-storage.ts';
import type { TeamStore } from '#platform/sync/store/team-store.ts';
import type { Inverse, StepStorage, StoredStep } from './types.ts';
import { UndoStack, type Done } from './undo.ts';

type Step = WorldStep | { kind: 'settle' };

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('title' as const, 'status' as const, 'place' as const),
    pick: fc.nat(9),
    value: fc.nat(9),
  }),
  fc.record({ kind: fc.constant('create' as const), pick: fc.nat(9), isBad: fc.constant(false) }),
  fc.record({ kind: fc.constant('move' as const), pick: fc.nat(9) }),
  fc.record({ kind: fc.constant('delete' as const), pick: fc.nat(9) }),
);
const step = fc.oneof(
  { weight: 4, arbitrary: act.map((now) => ({ kind: 'act' as const, tab: 0, act: now, burst: 0 })) },
  { weight: 1, arbitrary: fc.constant({ kind: 'settle' as const }) },
);

/** Returns the tasks by id, without fields that only the server writes. */
function readTasks(store: TeamStore): Record<string, unknown> {
  return Object.fromEntries(
    store
      .all('task')
      .map(({ id, title, statusId, position, projectId }) => [id, { title, statusId, position, projectId }]),
  );
}

async function startWorld(): Promise<SyncWorld> {
  const world = new SyncWorld(['ann']);
  await world.settle();
  return world;
}

/** Plays the steps, undoes all of them, then redoes them. Calls `reload` before undoing and before redoing. */
async function checkUndoOfAll(
  steps: readonly Step[],
  reload: (world: SyncWorld) => Promise<void>,
): Promise<void> {
  const world = await startWorld();
  const before = readTasks(world.store);
  for (const now of steps) {
    if (now.kind === 'settle') await world.settle();
    else await world.play(now);
  }
  await world.settle();
  const after = readTasks(world.store);
  await reload(world);
  while (world.store.canUndo) expect(world.use((store) => store.undo())?.left).toEqual([]);
  expect(readTasks(world.store)).toEqual(before);
  await world.settle();
  expect(readTasks(world.store)).toEqual(before);
  await reload(world);
  while (world.store.canRedo) world.use((store) => store.redo());
  await world.settle();
  expect(readTasks(world.store)).toEqual(after);
  world.close();
}

it('undoes and redoes any sequence of actions', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 15 }), (steps) =>
      checkUndoOfAll(steps, () => Promise.resolve()),
    ),
    { numRuns: 40 },
  );
});

it('undoes and redoes actions from before a reload', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), (steps) =>
      checkUndoOfAll(steps, async (world) => {
        await world.checkReload();
        await world.settle();
      }),
    ),
    { numRuns: 25 },
  );
});

it('skips and reports a field that another user has changed since', { timeout: 60_000 }, async () => {
  const world = await startWorld();
  const id = 't-a';
  world.use((store) => store.mutate(change(store, id, { title: 'mine', position: 'a5' })));
  await world.settle();
  world.server.changeByOther(id, { title: 'theirs' });
  await world.settle();
  expect(world.use((store) => store.undo())).toEqual({
    isDone: true,
    left: [{ entity: 'task', id, field: 'title' }],
    rows: [
      {
        entity: 'task',
        id,
        before: expect.objectContaining({ position: 'a5' }),
        after: expect.objectContaining({ position: 'a0' }),
      },
    ],
  });
  await world.settle();
  expect(world.store.row('task', id)).toMatchObject({ title: 'theirs', position: 'a0' });
  world.close();
});

it('removes a refused command from the undo stack', { timeout: 60_000 }, async () => {
  const world = await startWorld();
  await world.play({ kind: 'act', tab: 0, act: { kind: 'bad', pick: 0 }, burst: 0 });
  expect(world.store.canUndo).toBe(true);
  await world.settle();
  expect(world.store.refusals).toHaveLength(1);
  expect(world.store.canUndo).toBe(false);
  expect(world.store.row('task', 't-a')?.title).toBe('first');
  world.close();
});

it(
  'rejects the pending undo of a refused command without sending a request',
  { timeout: 60_000 },
  async () => {
    const world = await startWorld();
    await world.play({ kind: 'act', tab: 0, act: { kind: 'bad', pick: 0 }, burst: 0 });
    world.use((store) => store.undo());
    await world.settle();
    expect(world.server.executions.size).toBe(0);
    expect(world.store.refusals).toHaveLength(2);
    world.close();
  },
);

function newStack(): UndoStack {
  return new UndoStack(noStorage.steps, () => 1, 'tab');
}

function doing(...mutationIds: string[]): Done {
  const inverse: Inverse = { kind: 'whole', by: { name: 'x', args: null } };
  return { acts: mutationIds.map((mutationId) => ({ mutationId, inverse })), rows: ['task/a'] };
}

const noRow = (): undefined => undefined;

it('undoes the actions of one step in reverse order', () => {
  const stack = newStack();
  stack.record(doing('m1', 'm2'));
  expect(stack.takeUndo(noRow)?.makes.map(({ undoes }) => undoes)).toEqual(['m2', 'm1']);
});

it('clears the redo stack after a new action and after a refused undo', () => {
  const stack = newStack();
  stack.recordUndo(doing('m1'));
  stack.record(doing('m2'));
  expect(stack.canRedo).toBe(false);
  stack.recordUndo(doing('m3'));
  stack.forget('m3');
  expect(stack.canRedo).toBe(false);
});

it('applies undo steps to a row that was recreated under another id', () => {
  const stack = newStack();
  const after = { 'limits.old': 3 };
  const inverse: Inverse = {
    kind: 'fields',
    entity: 'status',
    id: 'old',
    before: { 'limits.old': null },
    after,
    by: { name: 'x', args: { id: 'old', list: ['old', 'other'] } },
  };
  stack.record({ acts: [{ mutationId: 'm1', inverse }], rows: ['status/old'] });
  stack.rename({ id: 'old', newId: 'new' });
  expect(stack.takeUndo((_entity, id) => (id === 'new' ? { limits: { new: 3 } } : undefined))).toEqual({
    makes: [
      {
        by: { name: 'x', args: { id: 'new', list: ['new', 'other'] } },
        back: { 'limits.new': null },
        undoes: 'm1',
      },
    ],
    left: [],
    rows: ['status/new'],
  });
});

it('reverts several rows with one command and keeps changes by other users', () => {
  const stack = newStack();
  const inverse: Inverse = {
    kind: 'many',
    entity: 'task',
    rows: [
      { id: 'a', before: { priority: 'none', position: 'a1' }, after: { priority: 'high', position: 'b1' } },
      { id: 'b', before: { priority: 'low' }, after: { priority: 'high' } },
      { id: 'gone', before: { priority: 'none' }, after: { priority: 'high' } },
    ],
    by: { name: 'x', args: null },
  };
  const rows: Record<string, Record<string, unknown>> = {
    a: { priority: 'urgent', position: 'b1' },
    b: { priority: 'high' },
  };
  stack.record({ acts: [{ mutationId: 'm1', inverse }], rows: ['task/a', 'task/b', 'task/gone'] });
  const step = stack.takeUndo((_entity, id) => rows[id]);
  expect(step?.makes.map(({ back }) => back)).toEqual([
    [
      { id: 'a', fields: { position: 'a1' } },
      { id: 'b', fields: { priority: 'low' } },
    ],
  ]);
  expect(step?.left).toEqual([
    { entity: 'task', id: 'a', field: 'priority' },
    { entity: 'task', id: 'gone', field: 'priority' },
  ]);
});

it('drops steps for rows to which the user has lost access', async () => {
  const world = new SyncWorld(['bob']);
  await world.settle();
  const shut = world.store.all('task').find((task) => task.projectId === 'p-shut')?.id ?? '';
  world.use((store) => store.mutate(change(store, 't-a', { title: 'stays' })));
  world.use((store) => store.mutate(change(store, shut, { title: 'secret' })));
  await world.settle();
  await world.checkReload();
  await world.settle();
  expect(world.store.canUndo).toBe(true);
  for (const resets of [false, true]) {
    await world.play({ kind: 'rights', isHidden: true, resets });
    await world.settle();
    const [device] = world.factories;
    globalThis.indexedDB = device as IDBFactory;
    const db = await openDB('hearth:bob:team');
    expect(JSON.stringify(await db.getAll('steps'))).not.toContain('secret');
    expect(JSON.stringify(await db.getAll('steps'))).toContain('stays');
    db.close();
    await world.play({ kind: 'rights', isHidden: false, resets });
    await world.settle();
    world.use((store) => store.mutate(change(store, shut, { title: 'secret again' })));
    await world.settle();
  }
  world.use((store) => store.undo());
  world.close();
});

it('starts a second tab without the undo steps of the first', async () => {
  const world = await startWorld();
  world.use((store) => store.mutate(change(store, 't-a', { title: 'mine' })));
  await world.settle();
  await world.play({ kind: 'open', device: 0 });
  await world.settle();
  expect(world.stores.map(({ canUndo }) => canUndo)).toEqual([true, false]);
  world.close();
});

it('keeps the steps of a duplicated tab separate from those of the original', async () => {
  const lines = new Map<string, StoredStep[]>();
  const stepStorage: StepStorage = {
    ...noStorage.steps,
    load: (tab) => Promise.resolve(lines.get(tab) ?? []),
    put: (steps) => {
      for (const one of steps) lines.set(one.tab, [...(lines.get(one.tab) ?? []), one]);
      return Promise.resolve();
    },
  };
  const living = new Set<string>();
  const claim = (tab: string): Promise<boolean> => {
    const isFree = !living.has(tab);
    living.add(tab);
    return Promise.resolve(isFree);
  };
  const [first, copy] = [
    new UndoStack(stepStorage, () => 1, 'tab'),
    new UndoStack(stepStorage, () => 1, 'tab'),
  ];
  await first.load(claim, 'other 1');
  first.record(doing('m1'));
  await copy.load(claim, 'other 2');
  expect(copy.canUndo).toBe(false);
  copy.record(doing('m2'));
  expect([...lines].map(([tab, steps]) => [tab, steps.flatMap(({ acts }) => acts[0]?.mutationId)])).toEqual([
    ['tab', ['m1']],
    ['other 2', ['m2']],
  ]);
});
