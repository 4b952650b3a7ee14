import type { Command, TeamStore } from '#platform/sync/index.ts';
import { placeTasks } from '#features/tasks/model/bulk.data.ts';
import { addComment } from '#features/tasks/comments/comments.data.ts';
import { createRelation, findRelationProblem } from '#features/tasks/relations/relations.data.ts';
import { statusesInOrder } from '#features/tasks/model/tasks.data.ts';

/** Declines tasks, optionally with a reason. Returns null if the team has no canceled status. */
export function declineTasks(store: TeamStore, ids: readonly string[], why = ''): Command[] | null {
  const cancelled = statusesInOrder(store)
    .ids()
    .map((id) => store.row('status', id))
    .find((status) => status?.category === 'cancelled');
  if (cancelled === undefined) return null;
  return [
    ...(why === '' ? [] : ids.map((id) => addComment(store, id, why))),
    ...placeTasks(store, ids, { statusId: cancelled.id, triage: null }),
  ];
}

/** Declines tasks as duplicates of another task. */
export function declineAsDuplicates(
  store: TeamStore,
  ids: readonly string[],
  otherId: string,
): Command[] | null {
  const declined = declineTasks(store, ids);
  const relations = ids
    .filter((id) => findRelationProblem(store, [id], 'duplicates', otherId) === null)
    .map((id) => createRelation(store, id, 'duplicates', otherId));
  return declined && [...relations, ...declined];
}

/** Whether these tasks can all be related to the task of which they are duplicates. Ignores tasks that already are. */
export function hasRoomForDuplicates(store: TeamStore, ids: readonly string[], otherId: string): boolean {
  return findRelationProblem(store, ids, 'duplicates', otherId) !== 'full';
}
