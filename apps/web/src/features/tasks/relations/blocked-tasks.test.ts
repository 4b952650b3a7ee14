import type { SyncRows } from '@hearth/contracts/sync';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { openStillTeam } from '#testing/still-team.ts';
import type { TeamStore } from '#platform/sync/index.ts';
import { followBlocks, isBlocked } from './blocked-tasks.ts';
import { createRelation, deleteRelation, findRelationProblem } from './relations.data.ts';
import { deleteTask, updateTask } from '#features/tasks/model/tasks.data.ts';

const TASKS = ['a', 'b', 'c', 'd', 'e'];
const status = (id: string, category: 'unstarted' | 'completed', position: string) =>
  ({ id, name: id, category, color: 'gray', position }) as const;
const task = (id: string) =>
  ({
    id,
    title: id,
    statusId: 'todo',
    projectId: null,
    parentId: null,
    triage: null,
    assigneeIds: [],
    watcherIds: [],
    labelIds: [],
    custom: {},
    closedAt: null,
  }) as unknown as SyncRows['task'];

const one = fc.constantFrom(...TASKS);
const act = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('relate'), id: one, other: one, isBlocking: fc.boolean() }),
  },
  fc.record({ kind: fc.constantFrom('close', 'open', 'delete', 'unrelate'), id: one }),
  fc.record({ kind: fc.constantFrom('undo', 'redo'), id: one }),
);
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never;

function doAct(store: TeamStore, it: Act): void {
  if (it.kind === 'undo') return void store.undo();
  if (it.kind === 'redo') return void store.redo();
  if (store.row('task', it.id) === undefined) return;
  if ('other' in it) {
    const side = it.isBlocking ? 'blockedBy' : 'relates';
    if (it.id === it.other || store.row('task', it.other) === undefined) return;
    if (findRelationProblem(store, [it.id], side, it.other) !== null) return;
    store.mutate(createRelation(store, it.id, side, it.other));
  } else if (it.kind === 'unrelate') {
    const own = store.all('relation').find(({ fromId, toId }) => fromId === it.id || toId === it.id);
    if (own !== undefined) store.mutate(deleteRelation(store, own, it.id));
  } else if (it.kind === 'delete') store.mutate(deleteTask(store, it.id, () => true));
  else store.mutate(updateTask(store, it.id, { statusId: it.kind === 'close' ? 'done' : 'todo' }));
}

it('updates a view filtered by blocked tasks after any change to tasks and relations', async () => {
  const sizes = new Set<number>();
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 25 }), async (acts) => {
      const store = await openStillTeam('me', {
        status: [status('todo', 'unstarted', 'a0'), status('done', 'completed', 'a1')],
        task: TASKS.map(task),
      });
      const view = store.view({ entity: 'task', filter: ({ id }) => isBlocked(store, id), compare: () => 0 });
      followBlocks(store, (ids) => view.retry(ids));
      for (const each of acts) {
        doAct(store, each);
        const expected = store
          .all('task')
          .filter(({ id }) =>
            store
              .all('relation')
              .some(
                ({ kind, fromId, toId }) =>
                  kind === 'blocks' &&
                  toId === id &&
                  store.all('task').some((other) => other.id === fromId && other.closedAt === null),
              ),
          );
        expect(view.ids()).toEqual(expected.map(({ id }) => id).sort());
        sizes.add(expected.length);
      }
    }),
    { numRuns: 300 },
  );
  expect(sizes.size).toBeGreaterThan(3);
});
