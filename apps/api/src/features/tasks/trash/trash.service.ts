import { sql } from 'kysely';
import { can, type Actor } from '@hearth/contracts/permissions/permissions';
import type { Restored } from '@hearth/contracts/trash/trash';
import { restoreProject } from '#features/projects/index.ts';
import { runCommand, type RequestKey, type Command, type CommandResult } from '#platform/commands/index.ts';
import { AppError, notFound } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import { putAttachmentRows } from '#features/tasks/attachments/task-attachments.queries.ts';
import { putItemRows } from '#features/tasks/checklists/checklist.queries.ts';
import { assertTaskNotArchived } from '#features/tasks/model/assert-not-archived.ts';
import { putRelationRows, touches } from '#features/tasks/relations/relations.queries.ts';
import { logParentsOfRestored } from '#features/tasks/sub-tasks/log-parents.ts';
import { countTasks } from '#features/tasks/model/count-tasks.ts';
import { describeForAudit } from '#features/tasks/model/task-audit.ts';
import { oldestRestorable } from '#platform/restorable.ts';
import { listTrashKinds, type RestoredItem } from './trash-kind.ts';
import { findTrashedParent, findTrashItem, lockTrashedTask, restoreTasks } from './task-trash.queries.ts';
import { referencingTasks, putRows } from '#features/tasks/model/task-log.queries.ts';

/**
 * Restores an item from the trash, all or nothing: a task or a project with everything that its cascade trashed, or an item of another
 * feature. The tasks must fit within the plan's limits.
 */
export async function restoreItem(
  app: App,
  on: { teamId: string; actor: Actor; itemId: string },
  requestKey: RequestKey,
): Promise<CommandResult<Restored>> {
  const { teamId, actor, itemId } = on;
  return await runCommand(app, { teamId, userId: actor.userId, requestKey }, async (command) => {
    await assertTaskNotArchived(command, itemId);
    let restored =
      (await restoreOneTask(command, itemId)) ?? (await restoreWholeProject(app, command, itemId));
    for (const kind of listTrashKinds(app)) restored ??= await kind.restore(command, actor, itemId);
    if (restored === null) throw notFound('This item');
    const { item, detachedFrom } = restored;
    const parentId = detachedFrom?.itemId ?? null;
    const parentItem = parentId === null ? null : await findRestorable(app, command, actor, parentId);
    return { item, isDetached: detachedFrom !== null, parentItem };
  });
}

/** Returns an item of the trash if the actor may restore it. */
async function findRestorable(
  app: App,
  { tx, now }: Command,
  actor: Actor,
  id: string,
): Promise<Restored['parentItem']> {
  const found = await findTrashItem(tx, listTrashKinds(app), actor, oldestRestorable(now), id);
  if (found === null) return null;
  const { kind, title, projectId, createdBy, access } = found;
  const object = { projectId, createdBy, isTrashed: true, ...(access && { access }) };
  return can(actor, 'trash.restore', object) ? { id, kind, title } : null;
}

async function restoreOneTask(command: Command, id: string): Promise<RestoredItem | null> {
  const locked = await lockTrashedTask(command.tx, id);
  if (locked === null) return null;
  if (!locked.projectIsLive) {
    throw new AppError('INVALID_STATE', 'Its project is in the trash. Restore the project first.');
  }
  const ids = [id, ...(locked.parts ?? [])];
  const task = await restoreTasks(command, id, ids);
  await countTasks(command, ids, 1);
  command.logMany(putRows(command.teamId, sql`t.id = any (${ids}::uuid[])`));
  command.logMany(
    putRows(command.teamId, referencingTasks(command.teamId, sql`select unnest(${ids}::uuid[])`)),
  );
  command.logMany(putItemRows(command.teamId, sql`t.id = any (${ids}::uuid[])`));
  command.logMany(putAttachmentRows(command.teamId, sql`t.id = any (${ids}::uuid[])`));
  command.logMany(putRelationRows(command.teamId, touches(sql`select unnest(${ids}::uuid[])`)));
  logParentsOfRestored(command, sql`select unnest(${ids}::uuid[]) as id`);
  command.audit({ act: 'task.restored', ...(await describeForAudit(command, task)) });
  return {
    item: {
      id,
      kind: 'task',
      title: task.title,
      deletedAt: locked.deletedAt.toISOString(),
      deletedBy: locked.deletedBy,
    },
    detachedFrom: await findTrashedParent(command.tx, id),
  };
}

async function restoreWholeProject(app: App, command: Command, id: string): Promise<RestoredItem | null> {
  const restored = await restoreProject(app, command, id);
  if (restored === null) return null;
  const { project, deletedAt, deletedBy } = restored;
  return {
    item: { id, kind: 'project', title: project.name, deletedAt: deletedAt.toISOString(), deletedBy },
    detachedFrom: null,
  };
}
