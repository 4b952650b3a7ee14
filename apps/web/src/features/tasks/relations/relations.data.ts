import { LIMITS } from '@hearth/contracts/core/limits';
import {
  findCircle,
  isOrder,
  sideOf,
  toEnds,
  otherEnd,
  type RelationSide,
} from '@hearth/contracts/relations/relation-values';
import type { SyncRows } from '@hearth/contracts/sync';
import { isClosed } from '@hearth/contracts/model/task-values';
import { reviveAs, defineRecipe, type Command, type TeamStore } from '#platform/sync/index.ts';
import { relationsByTask, statusesInOrder, updateTask } from '#features/tasks/model/tasks.data.ts';

type Relation = SyncRows['relation'];
type Task = SyncRows['task'];

/** Creates a relation between two tasks. Both tasks show it. */
export function createRelation(
  store: TeamStore,
  taskId: string,
  side: RelationSide,
  otherId: string,
): Command {
  // Use a new id for each call. Creates are idempotent by id, so a reused id would have no effect.
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

/** Deletes a relation. `taskId` is the task in the request URL, which is one of its two tasks. */
export function deleteRelation(store: TeamStore, relation: Relation, taskId: string): Command {
  return {
    route: 'DELETE /teams/{teamId}/tasks/{taskId}/relations/{relationId}',
    params: { teamId: store.teamId, taskId, relationId: relation.id },
    effects: [{ entity: 'relation', id: relation.id, op: 'delete' }],
    inverse: { kind: 'whole', by: createAgain({ relation, taskId }) },
  };
}

interface RelationEnd {
  relation: Relation;
  taskId: string;
}

const deleteAgain = defineRecipe('delete relation', (store, { relation, taskId }: RelationEnd) =>
  store.row('relation', relation.id) === undefined ? null : deleteRelation(store, relation, taskId),
);
const createAgain = defineRecipe('create relation', (store, { relation, taskId }: RelationEnd) =>
  reviveAs(relation.id, createRelation(store, taskId, sideOf(relation, taskId), otherEnd(relation, taskId))),
);

/**
 * Returns the reason why tasks cannot be related to another task. Returns null if they can. Ignores tasks that already have this relation.
 */
export function findRelationProblem(
  store: TeamStore,
  taskIds: readonly string[],
  side: RelationSide,
  otherId: string,
): 'there' | 'circle' | 'full' | null {
  const missing = listUnrelated(store, taskIds, side, otherId);
  if (missing.length === 0) return 'there';
  const ends = missing.map((id) => toEnds(id, side, otherId));
  const isOrdered = ends.some(({ kind }) => isOrder(kind));
  if (isOrdered && findCircle([...store.all('relation'), ...ends]) !== null) return 'circle';
  const relationCount = (id: string) => relationsByTask(store).ids(id).length;
  const isFull =
    relationCount(otherId) + missing.length > LIMITS.relations ||
    missing.some((id) => relationCount(id) >= LIMITS.relations);
  return isFull ? 'full' : null;
}

/** Relates tasks to another task. Skips tasks that already have this relation. */
export function createRelations(
  store: TeamStore,
  taskIds: readonly string[],
  side: RelationSide,
  otherId: string,
): Command[] {
  return listUnrelated(store, taskIds, side, otherId).map((id) => createRelation(store, id, side, otherId));
}

function listUnrelated(
  store: TeamStore,
  taskIds: readonly string[],
  side: RelationSide,
  otherId: string,
): string[] {
  const there = relationsByTask(store)
    .ids(otherId)
    .flatMap((id) => store.row('relation', id) ?? []);
  return taskIds.filter((taskId) => {
    const ends = toEnds(taskId, side, otherId);
    return !there.some(
      ({ kind, fromId, toId }) => kind === ends.kind && fromId === ends.fromId && toId === ends.toId,
    );
  });
}

/** Moves a duplicate to the cancelled status. Returns null if it is closed already or the team has no such status. */
export function cancelTask(store: TeamStore, task: Task): Command | null {
  const statuses = statusesInOrder(store)
    .ids()
    .map((id) => store.row('status', id));
  const now = statuses.find((status) => status?.id === task.statusId);
  if (now !== undefined && isClosed(now.category)) return null;
  const cancelled = statuses.find((status) => status?.category === 'cancelled');
  return cancelled === undefined ? null : updateTask(store, task.id, { statusId: cancelled.id });
}

/** Returns the ids of the tasks that block a task, whether open or closed. */
export function blockersOf(relations: readonly Relation[], taskId: string): string[] {
  return relations.filter((relation) => sideOf(relation, taskId) === 'blockedBy').map(({ fromId }) => fromId);
}
