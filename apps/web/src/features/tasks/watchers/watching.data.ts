import { defineRecipe, type Command, type TeamStore } from '#platform/sync/index.ts';

/** The server's maximum number of tasks per request. */
const MAX_TASKS = 500;

/** Watches or unwatches tasks for the user. Read access is sufficient. Skips tasks that are already in that state. */
export function watchTasks(store: TeamStore, ids: readonly string[], isWatching: boolean): Command[] {
  const changed = ids.filter((id) => {
    const task = store.row('task', id);
    return task !== undefined && task.watcherIds.includes(store.userId) !== isWatching;
  });
  const parts: string[][] = [];
  for (let at = 0; at < changed.length; at += MAX_TASKS) parts.push(changed.slice(at, at + MAX_TASKS));
  return parts.map((taskIds) => ({
    route: 'PUT /teams/{teamId}/watching',
    params: { teamId: store.teamId },
    body: { taskIds, isWatching },
    effects: taskIds.map((id) => {
      const others = (store.row('task', id)?.watcherIds ?? []).filter((userId) => userId !== store.userId);
      const watcherIds = isWatching ? [...others, store.userId].toSorted() : others;
      return { entity: 'task', id, op: 'patch', fields: { watcherIds } };
    }),
    inverse: { kind: 'whole', by: watchAgain({ ids: taskIds, isWatching: !isWatching }) },
  }));
}

const watchAgain = defineRecipe(
  'watch tasks',
  (store, { ids, isWatching }: { ids: readonly string[]; isWatching: boolean }) =>
    watchTasks(store, ids, isWatching)[0] ?? null,
);
