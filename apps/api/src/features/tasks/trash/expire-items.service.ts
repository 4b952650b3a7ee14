import { can, type Actor } from '@hearth/contracts/permissions/permissions';
import type { TrashItem } from '@hearth/contracts/trash/trash';
import { TRASH_EMPTIED_AT_ONCE } from '@hearth/contracts/trash/trash-values';
import { asAuditObject, lockProject } from '#features/projects/index.ts';
import { runCommand, type Command, type CommandResult, type RequestKey } from '#platform/commands/index.ts';
import { notFound } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import { toPage } from '#platform/http/paging.ts';
import { oldestRestorable } from '#platform/restorable.ts';
import { describeForAudit } from '#features/tasks/model/task-audit.ts';
import { detachTasks, expireRows, lockTrashedProjects, lockTrashedTasksOf } from './expire-items.queries.ts';
import { findTrashItem, listTrash, type TrashCursor, type TrashRow } from './task-trash.queries.ts';
import { listTrashKinds } from './trash-kind.ts';
import { purgeTeamTrash } from './trash-purge.ts';

/** Number of tasks that one statement locks and expires. */
const TASKS_AT_ONCE = 2_000;

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
    const item = await findTrashItem(
      command.tx,
      listTrashKinds(app),
      actor,
      oldestRestorable(command.now),
      itemId,
    );
    if (item === null || !isManaged(actor, item)) throw notFound('This item');
    await auditPurge(command, item);
    await expireItems(app, command, actor, [item]);
    return null;
  });
}

/**
 * Permanently deletes the items that the actor manages of the next page of the trash. One request per page, because a transaction that
 * deletes an unlimited number of items would exceed the limits of the database.
 */
export async function emptyTrash(
  app: App,
  on: { teamId: string; actor: Actor; after: TrashCursor | null },
  requestKey: RequestKey,
): Promise<CommandResult<{ deleted: number; nextCursor: string | null }>> {
  const { teamId, actor, after } = on;
  return await runCommand(app, { teamId, userId: actor.userId, requestKey }, async (command) => {
    const since = oldestRestorable(command.now);
    const limit = TRASH_EMPTIED_AT_ONCE;
    const rows = await listTrash(command.tx, listTrashKinds(app), actor, since, { after, limit });
    const page = toPage(rows, limit, (row) => [row.deletedAt, row.id]);
    const items = page.rows.filter((item) => isManaged(actor, item));
    if (items.length > 0) {
      await expireItems(app, command, actor, items);
      command.audit({
        act: 'trash.emptied',
        object: 'team',
        objectId: teamId,
        details: { count: items.length },
      });
    }
    return { deleted: items.length, nextCursor: page.nextCursor };
  });
}

function isManaged(actor: Actor, { projectId, createdBy, access }: TrashRow): boolean {
  return can(actor, 'trash.delete', { projectId, createdBy, isTrashed: true, ...(access && { access }) });
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
  await expireTasks(command, actor, idsOf('task'), projectIds);
  for (const kind of listTrashKinds(app)) await kind.expire(command, actor, idsOf(kind.name), projectIds);
  await expireRows(tx, 'projects', projectIds);
  await command.enqueue(purgeTeamTrash, { data: {} });
}

/** Expires tasks page by page: a project may have more tasks than a query may return rows. */
async function expireTasks(
  { tx }: Command,
  actor: Actor,
  ids: readonly string[],
  projectIds: readonly string[],
): Promise<void> {
  let after: string | null = null;
  do {
    const tasks = await lockTrashedTasksOf(tx, ids, projectIds, { after, limit: TASKS_AT_ONCE });
    const isKept = (task: (typeof tasks)[number]) => !can(actor, 'trash.delete', task);
    const idsOf = (some: typeof tasks) => some.map(({ id }) => id);
    await detachTasks(tx, idsOf(tasks.filter(isKept)));
    await expireRows(tx, 'tasks', idsOf(tasks.filter((task) => !isKept(task))));
    after = tasks.length < TASKS_AT_ONCE ? null : (tasks.at(-1)?.id ?? null);
  } while (after !== null);
}
