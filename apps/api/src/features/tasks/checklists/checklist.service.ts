import type { ChecklistItem } from '@hearth/contracts/checklists/checklist';
import { LIMITS } from '@hearth/contracts/core/limits';
import { isSame } from '@hearth/contracts/core/same';
import type { Actor } from '@hearth/contracts/permissions/permissions';
import {
  runCommand,
  workScope,
  type RequestKey,
  type Command,
  type CommandResult,
} from '#platform/commands/index.ts';
import { AppError, notFound } from '#platform/errors.ts';
import type { BodyOf, App } from '#platform/feature.ts';
import { assertPosition, makeKeyAfter } from '#platform/order-keys.ts';
import { countItems, deleteItem, findItem, insertItems, updateItem } from './checklist.queries.ts';
import { lockTaskFor } from '#features/tasks/model/lock-task-for.ts';

type ItemReply = { item: ChecklistItem };

interface TaskTarget {
  teamId: string;
  actor: Actor;
  taskId: string;
}

export async function createItem(
  app: App,
  on: TaskTarget,
  body: BodyOf<'checklist.create'>,
  requestKey: RequestKey,
): Promise<CommandResult<ItemReply>> {
  assertPosition(body.position);
  return await change(app, on, requestKey, async (command, locked) => {
    if (locked.items >= LIMITS.checklistItems) {
      throw new AppError('INVALID_STATE', `A checklist can have up to ${LIMITS.checklistItems} items.`);
    }
    const item: ChecklistItem = {
      id: body.id ?? command.newId(),
      taskId: on.taskId,
      title: body.title,
      isDone: body.isDone ?? false,
      position: body.position ?? makeKeyAfter(locked.last),
    };
    await insertItems(command.tx, [item]);
    command.put('checklistItem', item.id, null, item, workScope(locked.projectId));
    rememberItem(command, null, item);
    return { item };
  });
}

export async function changeItem(
  app: App,
  on: TaskTarget & { itemId: string },
  body: BodyOf<'checklist.update'>,
  requestKey: RequestKey,
): Promise<CommandResult<ItemReply>> {
  assertPosition(body.position);
  return await change(app, on, requestKey, async (command, locked) => {
    const before = await findItem(command.tx, on.taskId, on.itemId);
    if (before === null) throw notFound('This item');
    const item: ChecklistItem = {
      ...before,
      title: body.title ?? before.title,
      isDone: body.isDone ?? before.isDone,
      position: body.position ?? before.position,
    };
    await updateItem(command.tx, item);
    if (!isSame(before, item)) {
      command.put('checklistItem', item.id, null, item, workScope(locked.projectId));
      rememberItem(command, before, item);
    }
    return { item };
  });
}

export async function removeItem(
  app: App,
  on: TaskTarget & { itemId: string },
  requestKey: RequestKey,
): Promise<CommandResult<null>> {
  return await change(app, on, requestKey, async (command, locked) => {
    const item = await findItem(command.tx, on.taskId, on.itemId);
    if (item === null) throw notFound('This item');
    await deleteItem(command.tx, item.id);
    command.remove('checklistItem', item.id, workScope(locked.projectId));
    rememberItem(command, item, null);
    return null;
  });
}

interface LockedChecklist {
  projectId: string | null;
  items: number;
  last: string | null;
}

async function change<T>(
  app: App,
  { teamId, actor, taskId }: TaskTarget,
  requestKey: RequestKey,
  work: (command: Command, locked: LockedChecklist) => Promise<T>,
): Promise<CommandResult<T>> {
  return await runCommand(app, { teamId, userId: actor.userId, requestKey }, async (command) => {
    const task = await lockTaskFor(command, { taskId, actor }, 'task.update');
    // Count after taking the lock, to include concurrent inserts.
    return await work(command, { ...task, ...(await countItems(command.tx, taskId)) });
  });
}

/** Records changes to an item in the history of its task. Moves are not recorded. */
function rememberItem(command: Command, before: ChecklistItem | null, after: ChecklistItem | null): void {
  if (before?.title === after?.title && before?.isDone === after?.isDone) return;
  const [old, now] = [toPast(before), toPast(after)];
  const entityId = (after ?? before)?.taskId ?? '';
  command.remember({ entity: 'task', entityId, field: 'checklist', old, new: now });
}

/** Returns a historical snapshot that suffices to recreate the item at its position. */
function toPast(item: ChecklistItem | null): Omit<ChecklistItem, 'taskId'> | null {
  if (item === null) return null;
  const { taskId: _taskId, ...past } = item;
  return past;
}
