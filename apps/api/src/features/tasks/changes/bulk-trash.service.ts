import { toSet } from '@hearth/contracts/core/same';
import { sql } from 'kysely';
import type { Actor } from '@hearth/contracts/permissions/permissions';
import { findProject } from '#features/projects/index.ts';
import { runCommand, type RequestKey, type Command, type CommandResult } from '#platform/commands/index.ts';
import { AppError } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import { assertMayOnEach, assertNoneArchived } from '#features/tasks/model/bulk-rights.ts';
import { countTasks } from '#features/tasks/model/count-tasks.ts';
import { lockProjects } from '#features/tasks/model/bulk-tasks.queries.ts';
import {
  lockTrashedTasks,
  lockSubTrees,
  listProjectsOfTrashed,
  listProjectsOfTrees,
  restoreEach,
  trashEach,
  type LockedTreeTask,
} from './bulk-trash.queries.ts';
import { putAttachmentRows } from '#features/tasks/attachments/task-attachments.queries.ts';
import { putItemRows } from '#features/tasks/checklists/checklist.queries.ts';
import { chooseGoing } from '#features/tasks/sub-tasks/parent-rules.ts';
import { deleteRelationRows, putRelationRows, touches } from '#features/tasks/relations/relations.queries.ts';
import { deleteRows, referencingTasks, putRows } from '#features/tasks/model/task-log.queries.ts';
import { endTimers } from '#features/tasks/time-tracking/time.queries.ts';
import { oldestRestorable } from '#platform/restorable.ts';
import { logParentsOfRestored, logParentsOfTrashed } from '#features/tasks/sub-tasks/log-parents.ts';
import { lockTree } from '#features/tasks/sub-tasks/sub-tree.queries.ts';

type BulkResult = CommandResult<{ taskIds: string[] }>;

/** Moves many tasks to the trash, all or nothing. Each cascades to the same descendants as if it were trashed alone. */
export async function deleteTasks(
  app: App,
  on: { teamId: string; actor: Actor },
  taskIds: readonly string[],
  requestKey: RequestKey,
): Promise<BulkResult> {
  const { teamId, actor } = on;
  return await runCommand(app, { teamId, userId: actor.userId, requestKey }, async (command) => {
    const { tx } = command;
    await lockTree(tx);
    const projectIds = toSet(await listProjectsOfTrees(tx, taskIds));
    const projects = await lockProjects(tx, projectIds);
    const trees = await lockSubTrees(tx, taskIds);
    const tasks = assertMayOnEach(actor, 'task.delete', 'taskIds', taskIds, trees);
    assertNoneArchived(tasks, projects);
    // Tasks may have moved to other projects since the lookup. They are locked now and can't move again.
    const late = [...trees.values()].flatMap(({ projectId }) => projectId ?? []);
    assertNoneArchived(tasks, await lockProjects(tx, toSet(late.filter((id) => !projectIds.includes(id)))));
    const going = planGoing(actor, tasks, trees);
    const ids = going.map(({ id }) => id);
    await countTasks(command, ids, -1);
    await trashEach(command, going);
    await endTimers(command, sql`t.id = any (${ids}::uuid[])`);
    command.logMany(deleteRows(teamId, sql`t.id = any (${ids}::uuid[])`));
    command.logMany(putRows(teamId, referencingTasks(teamId, sql`select unnest(${ids}::uuid[])`)));
    command.logMany(deleteRelationRows(teamId, touches(sql`select unnest(${ids}::uuid[])`)));
    logParentsOfTrashed(command, sql`select unnest(${ids}::uuid[]) as id`);
    const tops = new Set(going.map(({ topId }) => topId));
    await auditEach(
      command,
      'task.trashed',
      tasks.filter(({ id }) => tops.has(id)),
    );
    return { taskIds: [...taskIds] };
  });
}

/** Plans which tasks to trash, each with the topmost requested task whose cascade includes it. */
function planGoing(
  actor: Actor,
  tasks: readonly LockedTreeTask[],
  trees: ReadonlyMap<string, LockedTreeTask>,
): { id: string; topId: string }[] {
  const countAbove = (task: LockedTreeTask): number => {
    const parent = trees.get(task.parentId ?? '');
    return parent === undefined ? 0 : 1 + countAbove(parent);
  };
  const going = new Map<string, string>();
  const hasParts = trees.size > tasks.length || tasks.some((task) => trees.has(task.parentId ?? ''));
  const all = hasParts ? [...trees.values()] : [];
  const inOrder = hasParts ? tasks.toSorted((a, b) => countAbove(a) - countAbove(b)) : tasks;
  for (const { id: topId } of inOrder) {
    if (going.has(topId)) continue;
    for (const id of chooseGoing(actor, topId, all)) if (!going.has(id)) going.set(id, topId);
  }
  return [...going].map(([id, topId]) => ({ id, topId }));
}

/**
 * Restores many tasks and the descendants that their cascades trashed, all or nothing. They must fit within the plan's
 * limits. The request may also name a task that was trashed by the cascade of another requested task.
 */
export async function restoreManyTasks(
  app: App,
  on: { teamId: string; actor: Actor },
  itemIds: readonly string[],
  requestKey: RequestKey,
): Promise<BulkResult> {
  const { teamId, actor } = on;
  return await runCommand(app, { teamId, userId: actor.userId, requestKey }, async (command) => {
    const { tx } = command;
    const live = await lockProjects(tx, toSet(await listProjectsOfTrashed(tx, itemIds)));
    const locked = await lockTrashedTasks(tx, itemIds, oldestRestorable(command.now));
    const trashed = assertMayOnEach(actor, 'trash.restore', 'itemIds', itemIds, locked);
    assertNoneArchived(trashed, live);
    const hasOpenProject = ({ projectId }: { projectId: string | null }) =>
      projectId === null || live.has(projectId);
    if (!trashed.every(hasOpenProject)) {
      throw new AppError(
        'INVALID_STATE',
        'The project of some of these tasks is in the trash. Restore the project first.',
      );
    }
    const tops = trashed.filter((task) => task.with === null);
    const ids = [...locked.values()].filter(hasOpenProject).map(({ id }) => id);
    await restoreEach(
      command,
      tops.map(({ id }) => id),
      ids,
    );
    await countTasks(command, ids, 1);
    command.logMany(putRows(teamId, sql`t.id = any (${ids}::uuid[])`));
    command.logMany(putRows(teamId, referencingTasks(teamId, sql`select unnest(${ids}::uuid[])`)));
    command.logMany(putItemRows(teamId, sql`t.id = any (${ids}::uuid[])`));
    command.logMany(putAttachmentRows(teamId, sql`t.id = any (${ids}::uuid[])`));
    command.logMany(putRelationRows(teamId, touches(sql`select unnest(${ids}::uuid[])`)));
    logParentsOfRestored(command, sql`select unnest(${ids}::uuid[]) as id`);
    await auditEach(command, 'task.restored', tops);
    return { taskIds: [...itemIds] };
  });
}

/** Appends one audit entry per task, named as in `describeForAudit`, with one lookup per project. */
async function auditEach(
  command: Command,
  act: 'task.trashed' | 'task.restored',
  tasks: readonly { id: string; title: string; projectId: string | null }[],
): Promise<void> {
  const isOpen = new Map<string | null, boolean>([[null, true]]);
  for (const projectId of toSet(tasks.flatMap((task) => task.projectId ?? []))) {
    const project = await findProject(command.tx, projectId);
    isOpen.set(projectId, project?.isPrivate === false);
  }
  for (const { id, title, projectId } of tasks) {
    const named = isOpen.get(projectId) === true ? { objectName: title } : {};
    command.audit({ act, object: 'task', objectId: id, ...named });
  }
}
