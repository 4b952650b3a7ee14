import type { Change, SyncRows } from '@hearth/contracts/sync';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareByPosition } from '#platform/sync/store/commands.ts';
import { makeTaskRow } from '#testing/team-rows.ts';
import { RowStore } from './row-store.ts';
import type { Effect, Mutation, Pending } from './types.ts';
import { View, type ViewSpec } from './views.ts';

type Task = SyncRows['task'];

function makeTask(id: string, fields: Partial<Task> = {}): Task {
  return makeTaskRow(id, {
    number: 1,
    key: 'WEB-1',
    projectId: null,
    statusId: 's0',
    position: 'a0',
    ...fields,
  });
}

let count = 0;
function makePending(effects: Effect[], dependsOn: string[] = []): Pending {
  count += 1;
  const mutation: Mutation = {
    mutationId: `m${count}`,
    route: 'PATCH /teams/{teamId}/tasks/{taskId}',
    params: {},
    effects,
    dependsOn,
    madeAt: 0,
  };
  return { mutation, order: count, state: 'queued', seq: null };
}

function patch(id: string, fields: Partial<Task>): Effect {
  return { entity: 'task', id, op: 'patch', fields };
}

function put(seq: number, task: Task, mutationId?: string): Change {
  return { seq, entity: 'task', id: task.id, op: 'put', data: task, mutationId };
}

function startView(store: RowStore, spec: ViewSpec<'task'>): View<'task'> {
  const view = new View(spec, store);
  view.attach();
  return view;
}

function startStore(...tasks: Task[]): RowStore {
  const store = new RowStore();
  store.setBase(new Map([['task', new Map(tasks.map((task) => [task.id, task]))]]), 10);
  return store;
}

describe('visible rows', () => {
  it('shows an optimistic change immediately and keeps it until the feed delivers it', () => {
    const store = startStore(makeTask('t1', { title: 'old' }));
    const seen: (string | undefined)[] = [];
    store.subscribeSteps(() => seen.push(store.row('task', 't1')?.title));
    const pending = makePending([patch('t1', { title: 'new' })]);
    store.addPending(pending);
    store.applyChanges([put(11, makeTask('t1', { title: 'by another' }))], 11);
    store.acknowledge(pending.mutation.mutationId, 12);
    expect(store.isPending('task', 't1')).toBe(true);
    store.applyChanges([put(12, makeTask('t1', { title: 'new' }), pending.mutation.mutationId)], 12);
    expect(seen).toEqual(['new', 'new', 'new', 'new']);
    expect(store.isPending('task', 't1')).toBe(false);
  });

  it('keeps the object identity of rows with unchanged fields', () => {
    const store = startStore(makeTask('t1'), makeTask('t2'));
    const untouched = store.row('task', 't2');
    const pending = makePending([patch('t1', { title: 'new' })]);
    store.addPending(pending);
    const seen = store.row('task', 't1');
    store.applyChanges([put(11, makeTask('t1', { title: 'new' }), pending.mutation.mutationId)], 11);
    expect(store.row('task', 't1')).toBe(seen);
    store.applyChanges([put(12, makeTask('t1', { title: 'new' }))], 12);
    expect(store.row('task', 't1')).toBe(seen);
    expect(store.row('task', 't2')).toBe(untouched);
  });

  it('notifies only the listeners of changed rows', () => {
    const store = startStore(makeTask('t1'), makeTask('t2'));
    let first = 0;
    let second = 0;
    store.subscribeRow('task', 't1', () => (first += 1));
    const stop = store.subscribeRow('task', 't2', () => (second += 1));
    store.addPending(makePending([patch('t1', { title: 'new' })]));
    expect([first, second]).toEqual([1, 0]);
    stop();
    store.addPending(makePending([patch('t2', { title: 'new' })]));
    expect([first, second]).toEqual([1, 0]);
  });

  it('ignores changes that the feed repeats', () => {
    const store = startStore(makeTask('t1', { title: 'at 10' }));
    store.applyChanges(
      [put(11, makeTask('t1', { title: 'at 11' })), put(12, makeTask('t1', { title: 'at 12' }))],
      12,
    );
    store.applyChanges([put(11, makeTask('t1', { title: 'at 11' }))], 11);
    expect(store.row('task', 't1')?.title).toBe('at 12');
    expect(store.cursor).toBe(12);
  });

  it('rolls back a refused mutation together with its dependents', () => {
    const store = startStore(makeTask('t1', { title: 'old' }));
    const create = makePending([{ entity: 'task', id: 't9', op: 'put', fields: makeTask('t9') }]);
    const edit = makePending([patch('t9', { title: 'edited' })], [create.mutation.mutationId]);
    const other = makePending([patch('t1', { title: 'kept' })]);
    for (const pending of [create, edit, other]) store.addPending(pending);
    expect(store.row('task', 't9')?.title).toBe('edited');
    store.drop(store.pending.withDependents(create.mutation.mutationId));
    expect(store.row('task', 't9')).toBeUndefined();
    expect(store.row('task', 't1')?.title).toBe('kept');
  });

  it('overlays mutations of several tabs in outbox order', () => {
    const store = startStore(makeTask('t1'));
    const mine: Pending = { ...makePending([patch('t1', { title: 'mine' })]), order: null };
    store.addPending(mine);
    store.addPending({ ...makePending([patch('t1', { title: 'theirs' })]), order: 5 });
    expect(store.row('task', 't1')?.title).toBe('mine');
    store.setOrder(mine, 4);
    expect(store.row('task', 't1')?.title).toBe('theirs');
  });

  it('includes older rows unless the feed has delivered newer ones', () => {
    const store = startStore(makeTask('t1', { title: 'newer' }));
    const older = ['t1', 't2'].map((id) => ({ id, row: makeTask(id, { title: 'older' }) }));
    store.addOlder('task', older);
    expect(store.row('task', 't1')?.title).toBe('newer');
    expect(store.row('task', 't2')?.title).toBe('older');
  });
});

/** One step of the random histories below. Ids and values come from small sets so that they often collide. */
const step = fc.oneof(
  fc.record({
    kind: fc.constant('feed' as const),
    puts: fc.array(fc.tuple(fc.nat(30), fc.nat(2), fc.nat(9), fc.boolean()), { maxLength: 25 }),
  }),
  fc.record({ kind: fc.constant('act' as const), id: fc.nat(30), group: fc.nat(2), position: fc.nat(9) }),
  fc.record({ kind: fc.constant('refuse' as const), which: fc.nat(9) }),
  fc.record({ kind: fc.constant('filter' as const), from: fc.nat(9) }),
);

describe('views', () => {
  it('matches a naive reference implementation of filter, group and sort after any history', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const store = startStore(makeTask('t3', { position: 'a3' }), makeTask('t4', { position: 'a3' }));
        let floor = 'a0';
        const view = startView(store, {
          entity: 'task',
          filter: (task) => task.position >= floor,
          group: (task) => task.statusId,
          compare: (a, b) => (a.position < b.position ? -1 : Number(a.position > b.position)),
        });
        const notified = new Map<string, readonly string[]>();
        for (const group of ['s0', 's1', 's2']) {
          notified.set(group, view.ids(group));
          view.subscribe(group, () => notified.set(group, view.ids(group)));
        }
        let seq = 10;
        for (const now of steps) {
          if (now.kind === 'feed') {
            seq += 1;
            const changes = now.puts.map(([id, group, position, isDeleted]): Change =>
              isDeleted
                ? { seq, entity: 'task', id: `t${id}`, op: 'delete' }
                : put(seq, makeTask(`t${id}`, { statusId: `s${group}`, position: `a${position}` })),
            );
            store.applyChanges(changes, seq);
          } else if (now.kind === 'act') {
            const fields = { statusId: `s${now.group}`, position: `a${now.position}` };
            const id = `t${now.id}`;
            const exists = store.row('task', id) !== undefined;
            store.addPending(
              makePending([
                exists ? patch(id, fields) : { entity: 'task', id, op: 'put', fields: makeTask(id, fields) },
              ]),
            );
          } else if (now.kind === 'refuse') {
            const pending = store.pending.all()[now.which];
            if (pending !== undefined) store.drop([pending]);
          } else {
            const next = `a${now.from}`;
            const narrows = next >= floor;
            floor = next;
            view.setFilter((task) => task.position >= next, narrows);
          }
          const naive = new Map<string, { id: string; position: string }[]>();
          for (let n = 0; n <= 30; n += 1) {
            const task = store.row('task', `t${n}`);
            if (task === undefined || task.position < floor) continue;
            naive.set(task.statusId, [...(naive.get(task.statusId) ?? []), task]);
          }
          for (const group of ['s0', 's1', 's2']) {
            const expected = (naive.get(group) ?? [])
              .toSorted((a, b) => (`${a.position} ${a.id}` < `${b.position} ${b.id}` ? -1 : 1))
              .map(({ id }) => id);
            expect(view.ids(group)).toEqual(expected);
            expect(notified.get(group), 'a listener was not notified').toBe(view.ids(group));
          }
          expect(view.groups()).toEqual([...naive.keys()].toSorted());
        }
        view.dispose();
      }),
      { numRuns: 300 },
    );
  });

  it('contains a row in exactly its current groups', () => {
    const who = fc.subarray(['p0', 'p1', 'p2']);
    const change = fc.record({ id: fc.nat(6), who, position: fc.nat(4), isDeleted: fc.boolean() });
    fc.assert(
      fc.property(fc.array(fc.array(change, { maxLength: 9 }), { maxLength: 20 }), (batches) => {
        const store = startStore();
        const groupOf = (task: { assigneeIds: string[] }) =>
          task.assigneeIds.length === 0 ? 'nobody' : task.assigneeIds;
        const view = startView(store, { entity: 'task', group: groupOf, compare: compareByPosition });
        const notified = new Map<string, readonly string[]>();
        const groups = ['nobody', 'p0', 'p1', 'p2'];
        for (const group of groups) view.subscribe(group, () => notified.set(group, view.ids(group)));
        batches.forEach((batch, at) => {
          const seq = 11 + at;
          const changes = batch.map((one): Change => {
            if (one.isDeleted) return { seq, entity: 'task', id: `t${one.id}`, op: 'delete' };
            return put(seq, makeTask(`t${one.id}`, { assigneeIds: one.who, position: `a${one.position}` }));
          });
          store.applyChanges(changes, seq);
          for (const group of groups) {
            const expected = [0, 1, 2, 3, 4, 5, 6]
              .map((id) => store.row('task', `t${id}`))
              .filter((task) => task !== undefined && [groupOf(task)].flat().includes(group))
              .toSorted((a, b) => (`${a?.position} ${a?.id}` < `${b?.position} ${b?.id}` ? -1 : 1))
              .map((task) => task?.id);
            expect(view.ids(group)).toEqual(expected);
            expect(notified.get(group) ?? [], 'a listener was not notified').toEqual(expected);
          }
        });
        view.dispose();
      }),
      { numRuns: 200 },
    );
  });

  it('catches up on changes missed while detached', () => {
    const store = startStore(makeTask('t1'));
    const view = startView(store, { entity: 'task', group: (task) => task.statusId, compare: () => 0 });
    for (const statusId of ['s1', 's2']) {
      view.dispose();
      store.addPending(makePending([patch('t1', { statusId })]));
      let notifications = 0;
      const stop = view.subscribe(statusId, () => (notifications += 1));
      view.attach();
      stop();
      expect([view.ids(statusId), notifications]).toEqual([['t1'], 1]);
    }
    expect(view.groups()).toEqual(['s2']);
  });

  it('notifies listeners of group names only if a group is added or removed', () => {
    const store = startStore(makeTask('t1'), makeTask('t2'));
    const view = startView(store, { entity: 'task', group: (task) => task.statusId, compare: () => 0 });
    let notifications = 0;
    view.subscribeGroups(() => (notifications += 1));
    store.addPending(makePending([patch('t1', { title: 'other' })]));
    expect(notifications).toBe(0);
    store.addPending(makePending([patch('t1', { statusId: 's1' })]));
    expect(notifications).toBe(1);
    store.addPending(makePending([patch('t2', { statusId: 's1' })]));
    expect([notifications, view.groups()]).toEqual([2, ['s1']]);
  });

  it('returns the same array for an unchanged list', () => {
    const store = startStore(makeTask('t1'), makeTask('t2', { statusId: 's1' }));
    const view = startView(store, { entity: 'task', group: (task) => task.statusId, compare: () => 0 });
    const lists = [view.ids('s0'), view.ids('s1')];
    store.addPending(makePending([patch('t1', { title: 'other' })]));
    expect([view.ids('s0'), view.ids('s1')]).toEqual(lists);
    expect(view.ids('s0')).toBe(lists[0]);
    store.addPending(makePending([patch('t1', { statusId: 's2' })]));
    expect(view.ids('s2')).toEqual(['t1']);
    expect(view.ids('s1')).toBe(lists[1]);
  });
});
