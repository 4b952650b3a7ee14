import { LIMITS } from '@hearth/contracts/limits';
import { findCircle, sideOf, toEnds, otherEnd, type RelationSide } from '@hearth/contracts/relation-values';
import type { SyncRows } from '@hearth/contracts/sync';
import { isClosed } from '@hearth/contracts/task-values';
import { comeBack, defineRecipe, type Command, type TeamStore } from '#platform/sync/index.ts';
import { relationsByTask, statusesInOrder, updateTask } from './tasks.data.ts';

type Relation = SyncRows['relation'];
type Task = SyncRows['task'];

/** Says what a task has to do with another; seen with both at once. */
export function createRelation(
  store: TeamStore,
  taskId: string,
  side: RelationSide,
  otherId: string,
): Command {
  // A new id each time: the server answers an id that it knows with what became of it then.
  const id = store.newId();
  const row: Relation = {
    id,
    ...toEnds(taskId, side, otherId),
    createdBy: store.userId,
    createdAt: new Date(store.now()).toISOString(),
  };
  return {
    route: 'POST /teams/{teamId}/tasks/{taskId}/relations',
    params: { teamId: store.teamId, taskId },
    body: { id, side, otherId },
    effects: [{ entity: 'relation', id, op: 'put', fields: { ...row } }],
    inverse: { kind: 'whole', by: deleteAgain({ relation: row, taskId }) },
  };
}

/** Takes a relation back, from the side of one of its tasks. */
export function deleteRelation(store: TeamStore, relation: Relation, taskId: string): Command {
  return {
    route: 'DELETE /teams/{teamId}/tasks/{taskId}/relations/{relationId}',
    params: { teamId: store.teamId, taskId, relationId: relation.id },
    effects: [{ entity: 'relation', id: relation.id, op: 'delete' }],
    inverse: { kind: 'whole', by: createAgain({ relation, taskId }) },
  };
}

interface SeenFrom {
  relation: Relation;
  taskId: string;
}

const deleteAgain = defineRecipe('delete relation', (store, { relation, taskId }: SeenFrom) =>
  store.row('relation', relation.id) === undefined ? null : deleteRelation(store, relation, taskId),
);
const createAgain = defineRecipe('create relation', (store, { relation, taskId }: SeenFrom) =>
  comeBack(relation.id, createRelation(store, taskId, sideOf(relation, taskId), otherEnd(relation, taskId))),
);

/** Why a task cannot be related so to another; null = it can. */
export function findRelationTrouble(
  store: TeamStore,
  taskId: string,
  side: RelationSide,
  otherId: string,
): 'there' | 'circle' | 'full' | null {
  const ends = toEnds(taskId, side, otherId);
  const own = relationsByTask(store)
    .ids(taskId)
    .map((id) => store.row('relation', id));
  const isThere = own.some(
    (one) => one?.kind === ends.kind && one.fromId === ends.fromId && one.toId === ends.toId,
  );
  if (isThere) return 'there';
  if (ends.kind === 'blocks' && findCircle([...store.all('relation'), ends]) !== null) return 'circle';
  return relationsByTask(store).ids(otherId).length >= LIMITS.relations ? 'full' : null;
}

/** Gives up a task that says the same as another; null where it is closed, or the team has no status for it. */
export function cancelTask(store: TeamStore, task: Task): Command | null {
  const statuses = statusesInOrder(store)
    .ids()
    .map((id) => store.row('status', id));
  const now = statuses.find((status) => status?.id === task.statusId);
  if (now !== undefined && isClosed(now.category)) return null;
  const cancelled = statuses.find((status) => status?.category === 'cancelled');
  return cancelled === undefined ? null : updateTask(store, task.id, { statusId: cancelled.id });
}

/** Ids of the tasks that a task waits for, open or not. */
export function blockersOf(relations: readonly Relation[], taskId: string): string[] {
  return relations.filter((relation) => sideOf(relation, taskId) === 'blockedBy').map(({ fromId }) => fromId);
}
