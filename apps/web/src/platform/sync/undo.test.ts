import 'fake-indexeddb/auto';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Act } from '#testing/model-acts.ts';
import { SyncWorld } from '#testing/sync-world.ts';
import type { TeamStore } from './team-store.ts';
import type { Command, Inverse } from './types.ts';
import { UndoStack } from './undo.ts';

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

/** Tasks by id, without what the server writes by itself. */
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

it('takes any sequence of acts back to the start, and makes them again', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 15 }), async (steps) => {
      const world = await startWorld();
      const before = readTasks(world.store);
      for (const now of steps) {
        if (now.kind === 'settle') await world.settle();
        else await world.play(now);
      }
      await world.settle();
      const after = readTasks(world.store);
      while (world.store.canUndo) expect(world.use((store) => store.undo())?.left).toEqual([]);
      expect(readTasks(world.store)).toEqual(before);
      await world.settle();
      expect(readTasks(world.store)).toEqual(before);
      while (world.store.canRedo) world.use((store) => store.redo());
      await world.settle();
      expect(readTasks(world.store)).toEqual(after);
      world.close();
    }),
    { numRuns: 40 },
  );
});

it('leaves and names a field that somebody else has changed since', { timeout: 60_000 }, async () => {
  const world = await startWorld();
  const id = 't-a';
  const change = (fields: Record<string, unknown>, before: Record<string, unknown>): void => {
    const command: Command = {
      route: 'PATCH /teams/{teamId}/tasks/{taskId}',
      params: { teamId: 'team', taskId: id },
      body: fields,
      effects: [{ entity: 'task', id, op: 'patch', fields }],
      inverse: {
        kind: 'fields',
        entity: 'task',
        id,
        before,
        after: fields,
        build: (back) => ({
          route: 'PATCH /teams/{teamId}/tasks/{taskId}',
          params: { teamId: 'team', taskId: id },
          body: back,
          effects: [{ entity: 'task', id, op: 'patch', fields: back }],
        }),
      },
    };
    world.use((store) => store.mutate(command));
  };
  change({ title: 'mine', position: 'a5' }, { title: 'first', position: 'a0' });
  await world.settle();
  world.server.changeByOther(id, { title: 'theirs' });
  await world.settle();
  expect(world.use((store) => store.undo())).toEqual({
    isDone: true,
    left: [{ entity: 'task', id, field: 'title' }],
  });
  await world.settle();
  expect(world.store.row('task', id)).toMatchObject({ title: 'theirs', position: 'a0' });
  world.close();
});

it('has nothing to take back of a command that was refused', { timeout: 60_000 }, async () => {
  const world = await startWorld();
  await world.play({ kind: 'act', tab: 0, act: { kind: 'bad', pick: 0 }, burst: 0 });
  expect(world.store.canUndo).toBe(true);
  await world.settle();
  expect(world.store.refusals).toHaveLength(1);
  expect(world.store.canUndo).toBe(false);
  expect(world.store.row('task', 't-a')?.title).toBe('first');
  world.close();
});

it('sends no undoing of what is refused', { timeout: 60_000 }, async () => {
  const world = await startWorld();
  await world.play({ kind: 'act', tab: 0, act: { kind: 'bad', pick: 0 }, burst: 0 });
  world.use((store) => store.undo());
  await world.settle();
  expect(world.server.executions.size).toBe(0);
  expect(world.store.refusals).toHaveLength(2);
  world.close();
});

function undoing(mutationId: string): { mutationId: string; inverse: Inverse } {
  const command: Command = { route: 'GET /teams', params: { by: mutationId }, effects: [] };
  return { mutationId, inverse: { kind: 'whole', build: () => command } };
}

const noRow = (): undefined => undefined;

it('takes what was done together back from the last to the first', () => {
  const stack = new UndoStack();
  stack.record([undoing('m1'), undoing('m2')]);
  expect(stack.takeUndo(noRow)?.commands.map(({ undoes }) => undoes)).toEqual(['m2', 'm1']);
});

it('makes nothing again that was undone before something new, or whose undoing was refused', () => {
  const stack = new UndoStack();
  stack.recordUndo([undoing('m1')]);
  stack.record([undoing('m2')]);
  expect(stack.canRedo).toBe(false);
  stack.recordUndo([undoing('m3')]);
  stack.forget('m3');
  expect(stack.canRedo).toBe(false);
});

it('takes many rows back by one command, each field for itself, and leaves what others changed or took away', () => {
  const stack = new UndoStack();
  const made: unknown[] = [];
  const inverse: Inverse = {
    kind: 'many',
    entity: 'task',
    rows: [
      { id: 'a', before: { priority: 'none', position: 'a1' }, after: { priority: 'high', position: 'b1' } },
      { id: 'b', before: { priority: 'low' }, after: { priority: 'high' } },
      { id: 'gone', before: { priority: 'none' }, after: { priority: 'high' } },
    ],
    build: (rows) => {
      made.push(rows);
      return { route: 'PATCH /teams/{teamId}/tasks', params: {}, effects: [] };
    },
  };
  const rows: Record<string, Record<string, unknown>> = {
    a: { priority: 'urgent', position: 'b1' },
    b: { priority: 'high' },
  };
  stack.record([{ mutationId: 'm1', inverse }]);
  const step = stack.takeUndo((_entity, id) => rows[id]);
  expect(step?.commands).toHaveLength(1);
  expect(made).toEqual([
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
