import { updateProject } from '#features/projects/index.ts';
import { keysAtEnd, type Command, type TeamStore } from '#platform/sync/index.ts';
import { placeTasks, updateTasks, type TaskChange } from './bulk.data.ts';
import { columnKey, defaultStatus, isTaken, tasksByColumn, type Task } from './tasks.data.ts';
import { waitingByProject } from './triage-waits.ts';

/** Accepts tasks from triage into a status. The default is the default status of new tasks. */
export function acceptTasks(store: TeamStore, ids: readonly string[], chosen?: string): Command[] {
  const statusId = chosen ?? defaultStatus(store)?.id;
  return statusId === undefined ? [] : placeTasks(store, ids, { statusId, triage: null });
}

/** Snoozes tasks in triage for everyone until a day. Null ends the snooze. */
export function putOffTasks(store: TeamStore, ids: readonly string[], until: string | null): Command[] {
  return updateTasks(
    store,
    ids.flatMap((id): TaskChange[] => {
      const triage = store.row('task', id)?.triage;
      return triage == null ? [] : [{ id, fields: { triage: { since: triage.since, until } } }];
    }),
  );
}

/** Returns the tasks that are not in triage although their project has triage. */
export function listSendable(store: TeamStore, ids: readonly string[]): Task[] {
  return ids
    .flatMap((id) => store.row('task', id) ?? [])
    .filter((task) => isTaken(task) && store.row('project', task.projectId ?? '')?.hasTriage === true);
}

/** Sends tasks to triage and reopens closed ones. */
export function sendToTriage(store: TeamStore, tasks: readonly Task[]): Command[] {
  const triage = { since: new Date(store.now()).toISOString(), until: null };
  const statusId = defaultStatus(store)?.id ?? '';
  const reopened = tasks.filter(({ closedAt }) => closedAt !== null);
  const column = (projectId: string | null) => tasksByColumn(store).ids(columnKey(projectId, statusId));
  return updateTasks(
    store,
    tasks.map(({ id, projectId, closedAt }) => {
      if (closedAt === null) return { id, fields: { triage } };
      const at = reopened.filter((one) => one.projectId === projectId).findIndex((one) => one.id === id);
      const positions = keysAtEnd(column(projectId), at + 1, (one) => store.row('task', one));
      return { id, fields: { triage, statusId, position: positions[at] ?? 'a0' } };
    }),
  );
}

/** Turns triage on or off for a project. Turning it off accepts all tasks in triage in the same undo step. */
export function switchTriage(store: TeamStore, projectId: string, hasTriage: boolean): Command[] {
  const change = updateProject(store, projectId, { hasTriage });
  if (hasTriage) return [change];
  const waiting = waitingByProject(store).ids(projectId);
  // Accept the tasks before changing the project so that undo turns triage on before the tasks return to it.
  return [
    ...updateTasks(
      store,
      waiting.map((id) => ({ id, fields: { triage: null } })),
    ),
    change,
  ];
}
