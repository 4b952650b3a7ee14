import { can, type Actor } from '@hearth/contracts/permissions/permissions';
import type { TrashItem } from '@hearth/contracts/trash/trash';
import { asAuditObject, lockProject } from '#features/projects/index.ts';
import { runCommand, type Command, type CommandResult, type RequestKey } from '#platform/commands/index.ts';
import { notFound } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import { oldestRestorable } from '#platform/restorable.ts';
import { describeForAudit } from '#features/tasks/model/task-audit.ts';
import { detachTasks, expireRows, lockTrashedProjects, lockTrashedTasksOf } from './expire-items.queries.ts';
import { listAllTrash, type TrashRow } from './task-trash.queries.ts';
import { listTrashKinds } from './trash-kind.ts';
import { purgeTeamTrash } from './trash-purge.ts';

/**
 * Deletes an item of the trash permanently, with everything that its cascade trashed. It can no longer be restored, and a job deletes the
 * rows and files.
 */
export async function deleteItem(
  app: App,
  on: { teamId: string; actor: Actor; itemId: string },
  requestKey: RequestKey,
): Promise<CommandResult<null>> {
  const { teamId, actor, itemId } = on;
  return await runCommand(app, { teamId, userId: actor.userId, requestKey }, async (command) => {
    const [item] = await findManaged(app, command, actor, itemId);
    if (item === undefined) throw notFound('This item');
    await auditPurge(command, item);
    await expireItems(app, command, actor, [item]);
    return null;
  });
}

/** Deletes all items of the trash permanently that the actor manages. */
export async function emptyTrash(
  app: App,
  on: { teamId: string; actor: Actor },
  requestKey: RequestKey,
): Promise<CommandResult<{ deleted: number }>> {
  const { teamId, actor } = on;
  return await runCommand(app, { teamId, userId: actor.userId, requestKey }, async (command) => {
    const items = await findManaged(app, command, actor);
    if (items.length === 0) return { deleted: 0 };
    await expireItems(app, command, actor, items);
    command.audit({
      act: 'trash.emptied',
      object: 'team',
      objectId: teamId,
      details: { count: items.length },
    });
    return { deleted: items.length };
  });
}

async function findManaged(app: App, command: Command, actor: Actor, id?: string): Promise<TrashRow[]> {
  const rows = await listAllTrash(command.tx, listTrashKinds(app), actor, oldestRestorable(command.now), id);
  return rows.filter(({ projectId, createdBy, access }) =>
    can(actor, 'trash.delete', { projectId, createdBy, isTrashed: true, ...(access && { access }) }),
  );
}

async function auditPurge(command: Command, item: TrashRow): Promise<void> {
  const act = `${item.kind}.purged` as const;
  if (item.kind === 'project') {
    const locked = await lockProject(command.tx, item.id, { isTrashed: true });
    if (locked !== null) command.audit({ act, ...asAuditObject(locked.project) });
    return;
  }
  const described = await describeForAudit(command, item);
  if (item.access?.isRestricted === true) delete described.objectName;
  command.audit({ act, ...described, object: item.kind });
}

/**
 * Marks items and their contents as expired. Contents that the actor may not delete become items of their own, except the tasks of a
 * project, whose managers manage them all.
 */
async function expireItems(
  app: App,
  command: Command,
  actor: Actor,
  items: readonly TrashItem[],
): Promise<void> {
  const { tx } = command;
  const idsOf = (kind: TrashItem['kind']) => items.flatMap((item) => (item.kind === kind ? item.id : []));
  const projectIds = await lockTrashedProjects(tx, idsOf('project'));
  const tasks = await lockTrashedTasksOf(tx, idsOf('task'), projectIds);
  const isKept = (task: (typeof tasks)[number]) => !can(actor, 'trash.delete', task);
  await detachTasks(
    tx,
    tasks.filter(isKept).map(({ id }) => id),
  );
  await expireRows(
    tx,
    'tasks',
    tasks.filter((task) => !isKept(task)).map(({ id }) => id),
  );
  for (const kind of listTrashKinds(app)) await kind.expire(command, actor, idsOf(kind.name), projectIds);
  await expireRows(tx, 'projects', projectIds);
  await command.enqueue(purgeTeamTrash, { data: {} });
}
