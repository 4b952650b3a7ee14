import { MEMBER_WITH_ACCESS } from '@hearth/contracts/core/errors';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Actor } from '@hearth/contracts/permissions/permissions';
import type { watchingRoutes } from '@hearth/contracts/watchers/watching';
import { listMembersWithAccess } from '#features/projects/index.ts';
import { runCommand, type RequestKey, type Command, type CommandResult } from '#platform/commands/index.ts';
import { notFoundAt } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import { assertMayOnEach } from '#features/tasks/model/bulk-rights.ts';
import { lockTasks } from '#features/tasks/model/bulk-tasks.queries.ts';
import { putRows } from '#features/tasks/model/task-log.queries.ts';
import { readSets } from '#features/tasks/model/task-writes.queries.ts';
import { listStopped, writeWatchers } from '#features/tasks/model/watchers.queries.ts';

type Body = z.output<(typeof watchingRoutes)[0]['body']>;

/** The requested watchers of a task after a change. */
interface WatchRequest {
  taskId: string;
  /** The new project of the task. `isMoving` is true if it differs from the current project. */
  projectId: string | null;
  isMoving: boolean;
  before: readonly string[];
  /** The watchers given explicitly. Undefined if none were given. */
  requested: readonly string[] | undefined;
  /** Users who became involved in the task. These users become watchers unless they opted out. */
  joining: readonly string[];
  /** The path of `requested` in the request body. */
  path?: string | undefined;
}

/**
 * Chooses the watchers of each task as sorted lists, or null if unchanged. A move to another project removes watchers without access to it.
 * @throws AppError NOT_FOUND naming the first given user who can't see the task
 */
export async function chooseWatchers(
  command: Command,
  requests: readonly WatchRequest[],
): Promise<(string[] | null)[]> {
  const { tx } = command;
  const joining = requests.map(({ before, joining: all }) => all.filter((id) => !before.includes(id)));
  const taskIds = requests.flatMap(({ taskId }, at) => ((joining[at]?.length ?? 0) > 0 ? taskId : []));
  const stopped = await listStopped(tx, taskIds, [...new Set(joining.flat())]);
  const wanted = requests.map(({ taskId, before, requested }, at) => {
    const own = (joining[at] ?? []).filter((id) => !stopped.has(`${taskId} ${id}`));
    return [...new Set([...(requested ?? before), ...own])].sort();
  });
  const byProject = new Map<string | null, Set<string>>();
  for (const [at, { projectId, isMoving, before }] of requests.entries()) {
    const people = byProject.get(projectId) ?? new Set();
    for (const id of wanted[at] ?? []) if (isMoving || !before.includes(id)) people.add(id);
    byProject.set(projectId, people);
  }
  const seeing = new Map<string | null, ReadonlySet<string>>();
  for (const [projectId, people] of byProject)
    seeing.set(projectId, new Set(await listMembersWithAccess(tx, projectId, [...people].sort())));
  return requests.map(({ projectId, isMoving, before, requested, path = 'watcherIds' }, at) => {
    const stays = (id: string) => !isMoving && before.includes(id);
    const sees = (id: string) => stays(id) || seeing.get(projectId)?.has(id) === true;
    const missing = requested?.findIndex((id) => !before.includes(id) && !sees(id)) ?? -1;
    if (missing !== -1) throw notFoundAt(`${path}.${missing}`, MEMBER_WITH_ACCESS);
    const after = (wanted[at] ?? []).filter(sees);
    return after.join() === before.join() ? null : after;
  });
}

/** Adds involved users to the watchers of a locked task, unless they opted out. */
export async function joinWatchers(
  command: Command,
  { taskId, projectId }: { taskId: string; projectId: string | null },
  userIds: readonly string[],
): Promise<void> {
  const { tx, teamId } = command;
  if (userIds.length === 0) return;
  const { watcherIds: before } = await readSets(tx, taskId);
  const request = { taskId, projectId, isMoving: false, before, requested: undefined, joining: userIds };
  const [after] = await chooseWatchers(command, [request]);
  if (after === null || after === undefined) return;
  await writeWatchers(command, [{ taskId, watcherIds: after }]);
  command.logMany(putRows(teamId, sql`t.id = ${taskId}`));
  command.remember({ entity: 'task', entityId: taskId, field: 'watcherIds', old: before, new: after });
}

/** Adds or removes the caller as a watcher of tasks. Requires no edit permission. */
export async function watchTasks(
  app: App,
  { teamId, actor }: { teamId: string; actor: Actor },
  { taskIds, isWatching }: Body,
  requestKey: RequestKey,
): Promise<CommandResult<{ taskIds: string[] }>> {
  const { userId } = actor;
  return await runCommand(app, { teamId, userId, requestKey }, async (command) => {
    const locked = await lockTasks(command.tx, taskIds);
    const tasks = assertMayOnEach(actor, 'task.read', 'taskIds', taskIds, locked);
    const changed = tasks.filter(({ watcherIds }) => watcherIds.includes(userId) !== isWatching);
    if (changed.length === 0) return { taskIds: [] };
    const after = changed.map((task) => ({
      ...task,
      watcherIds: isWatching
        ? [...task.watcherIds, userId].sort()
        : task.watcherIds.filter((id) => id !== userId),
    }));
    await writeWatchers(
      command,
      after.map(({ id, watcherIds }) => ({ taskId: id, watcherIds })),
    );
    const ids = changed.map(({ id }) => id);
    for (const [at, task] of changed.entries()) {
      const rows = at === 0 ? putRows(teamId, sql`t.id = any (${ids}::uuid[])`) : null;
      command.putAs('task', task.id, task, after[at] ?? task, rows);
    }
    return { taskIds: ids };
  });
}
