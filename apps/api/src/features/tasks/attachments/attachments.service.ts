import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import { ATTACHMENT } from '@hearth/contracts/attachments/attachment-values';
import type { Attachment } from '@hearth/contracts/attachments/attachments';
import type { Actor } from '@hearth/contracts/permissions/permissions';
import { PLANS, type Plan } from '@hearth/contracts/billing/plans';
import { findBilling, isEntitledToPro } from '#features/billing/index.ts';
import {
  runCommand,
  workScope,
  type RequestKey,
  type Command,
  type CommandResult,
} from '#platform/commands/index.ts';
import { withTeam, type TeamTx } from '#platform/db/index.ts';
import { AppError, notFound } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import { receiveFile, refuseSize, type ReceivedFile } from '#platform/receive-file.ts';
import { visibleTo } from '#features/projects/index.ts';
import { nameFiles, readNature, removeFile } from './attachment-files.ts';
import { sawAt } from '#features/history/index.ts';
import {
  countAttachments,
  countStoredBytes,
  findAttachment,
  holdStorage,
  holdTaskForFiles,
  insertAttachment,
  renameAttachment,
  setAttachmentDeleted,
  type FoundAttachment,
  type HeldTask,
} from './attachments.queries.ts';
import { putRows } from '#features/tasks/model/task-log.queries.ts';
import { assertTaskNotArchived } from '#features/tasks/model/assert-not-archived.ts';
import { assertStillMay } from '#features/tasks/model/task-rights.ts';
import { oldestRestorable } from '#platform/restorable.ts';

const MEGABYTE = 1024 * 1024;

export interface OnTask {
  teamId: string;
  actor: Actor;
  taskId: string;
}
export interface OnAttachment extends OnTask {
  attachmentId: string;
}
type Reply = { attachment: Attachment };

/**
 * Takes a file in as it comes. One that is too large, or that the team has no room for, is refused before its bytes come,
 * where its length is told.
 */
export async function receiveAttachment(
  app: App,
  { teamId, actor }: OnTask,
  body: Readable,
  { folder, told }: { folder: string; told: number | null },
): Promise<ReceivedFile> {
  const plan = await withTeam(
    app.db,
    { teamId, userId: actor.userId },
    async (tx) => {
      const found = await findPlan(tx, teamId);
      if (told !== null && told <= PLANS[found].fileBytes) await assertStorageRoom(tx, teamId, told);
      return found;
    },
    { isReadOnly: true },
  );
  const { fileBytes, shownAs } = PLANS[plan];
  const where = ` on the ${shownAs} plan`;
  if (told !== null && told > fileBytes) throw refuseSize(fileBytes, where);
  const file = await receiveFile(body, folder, fileBytes, where);
  if (file.bytes === 0) throw new AppError('INVALID_REQUEST', 'This file is empty.');
  return file;
}

/** Attaches a file that was taken in. The same file under the same id again is answered as the first time. */
export async function attachFile(
  app: App,
  on: OnTask,
  file: ReceivedFile,
  { id, name }: { id?: string | undefined; name: string },
  asked: RequestKey,
): Promise<CommandResult<Reply>> {
  const { teamId, actor, taskId } = on;
  const nature = await readNature(file.path);
  const [key = ''] = await nameFiles(app, teamId, 1);
  await app.storage.take(key, file.path);
  let isWanted = false;
  try {
    const result = await change(app, on, asked, async (command, task) => {
      await assertPlace(command.tx, on, file.bytes);
      const attachment: Attachment = {
        id: id ?? command.newId(),
        taskId,
        name,
        ...nature,
        bytes: file.bytes,
        createdBy: actor.userId,
        createdAt: command.now.toISOString(),
      };
      await insertAttachment(command.tx, teamId, attachment, key);
      command.put('attachment', attachment.id, null, attachment, workScope(task.projectId));
      rememberFile(command, taskId, null, attachment);
      return { attachment };
    });
    isWanted = !result.isRepeated;
    return result;
  } finally {
    if (!isWanted) await removeFile(app, key);
  }
}

export async function changeAttachment(
  app: App,
  on: OnAttachment,
  { name }: { name: string },
  asked: RequestKey,
): Promise<CommandResult<Reply>> {
  return await change(app, on, asked, async (command, task) => {
    const { attachment: before } = await findThere(command, on);
    const attachment = { ...before, name };
    if (before.name !== name) {
      await renameAttachment(command.tx, on.teamId, before.id, name);
      command.put('attachment', before.id, null, attachment, workScope(task.projectId));
      rememberFile(command, on.taskId, before, attachment);
    }
    return { attachment };
  });
}

export async function deleteAttachment(
  app: App,
  on: OnAttachment,
  asked: RequestKey,
): Promise<CommandResult<null>> {
  return await change(app, on, asked, async (command, task) => {
    const { attachment } = await findThere(command, on);
    const { now: at, userId: by } = command;
    await setAttachmentDeleted(command.tx, on.teamId, attachment.id, { at, by });
    command.remove('attachment', attachment.id, workScope(task.projectId));
    rememberFile(command, on.taskId, attachment, null);
    if (task.coverId === attachment.id) tellCover(command, on.taskId, attachment.id, null);
    return null;
  });
}

/** Brings a file back that was taken off its task. It must fit the plan. */
export async function restoreAttachment(
  app: App,
  on: OnAttachment,
  asked: RequestKey,
): Promise<CommandResult<Reply>> {
  return await change(app, on, asked, async (command, task) => {
    const { attachment, deletedAt } = await find(command, on);
    if (deletedAt === null) throw new AppError('INVALID_STATE', 'This file isn’t deleted.');
    if (deletedAt < oldestRestorable(command.now)) throw notFound('This file');
    const when = { entity: 'task', teamId: on.teamId, id: on.taskId, at: deletedAt } as const;
    if (!(await sawAt(command.tx, visibleTo(on.actor), when))) throw notFound('This file');
    await assertPlace(command.tx, on, attachment.bytes);
    await setAttachmentDeleted(command.tx, on.teamId, attachment.id, null);
    command.put('attachment', attachment.id, null, attachment, workScope(task.projectId));
    rememberFile(command, on.taskId, null, attachment);
    if (task.coverId === attachment.id) tellCover(command, on.taskId, null, attachment.id);
    return { attachment };
  });
}

/** A file on a task that the caller may see. */
export async function findFile(app: App, on: OnAttachment): Promise<FoundAttachment> {
  const { teamId, actor, taskId, attachmentId } = on;
  const found = await withTeam(
    app.db,
    { teamId, userId: actor.userId },
    (tx) => findAttachment(tx, teamId, taskId, attachmentId),
    { isReadOnly: true },
  );
  if (found === null || found.deletedAt !== null) throw notFound('This file');
  return found;
}

async function change<T>(
  app: App,
  { teamId, actor, taskId }: OnTask,
  asked: RequestKey,
  work: (command: Command, task: HeldTask) => Promise<T>,
): Promise<CommandResult<T>> {
  return await runCommand(app, { teamId, userId: actor.userId, asked }, async (command) => {
    await assertTaskNotArchived(command, taskId);
    const held = await holdTaskForFiles(command.tx, teamId, taskId);
    if (held === null) throw notFound('This task');
    assertStillMay(actor, 'task.update', held);
    return await work(command, held);
  });
}

async function find(
  command: Command,
  { teamId, taskId, attachmentId }: OnAttachment,
): Promise<FoundAttachment> {
  const found = await findAttachment(command.tx, teamId, taskId, attachmentId);
  if (found === null) throw notFound('This file');
  return found;
}

async function findThere(command: Command, on: OnAttachment): Promise<FoundAttachment> {
  const found = await find(command, on);
  if (found.deletedAt !== null) throw notFound('This file');
  return found;
}

/** Room on the task, and in the team's storage, which is held. */
async function assertPlace(tx: TeamTx, { teamId, taskId }: OnTask, bytes: number): Promise<void> {
  if ((await countAttachments(tx, teamId, taskId)) >= ATTACHMENT.perTask) {
    throw new AppError(
      'INVALID_STATE',
      `A task can have up to ${ATTACHMENT.perTask} files. Remove one first.`,
    );
  }
  await holdStorage(tx, teamId);
  await assertStorageRoom(tx, teamId, bytes);
}

/** @throws AppError PLAN_LIMIT_REACHED */
export async function assertStorageRoom(tx: TeamTx, teamId: string, bytes: number): Promise<void> {
  const plan = await findPlan(tx, teamId);
  const used = await countStoredBytes(tx, teamId);
  const { storageBytes: max, shownAs } = PLANS[plan];
  if (used + bytes <= max) return;
  const [inUse, room] = [Math.ceil(used / MEGABYTE), max / MEGABYTE];
  throw new AppError(
    'PLAN_LIMIT_REACHED',
    `The ${shownAs} plan includes ${room} MB of files, and ${inUse} MB are in use.`,
    { limit: 'storage', max, used, plan },
  );
}

async function findPlan(tx: TeamTx, teamId: string): Promise<Plan> {
  const billing = await findBilling(tx, teamId);
  if (billing === null) throw notFound('This team');
  return isEntitledToPro(billing) ? 'pro' : 'free';
}

/** What became of a file is told in the history of its task. */
function rememberFile(
  command: Command,
  taskId: string,
  before: Attachment | null,
  after: Attachment | null,
): void {
  const toPast = (file: Attachment | null) => {
    if (file === null) return null;
    // Whole, so that it is seen at once when it is brought back.
    const { taskId: _taskId, ...past } = file;
    return past;
  };
  command.remember({
    entity: 'task',
    entityId: taskId,
    field: 'attachments',
    old: toPast(before),
    new: toPast(after),
  });
}

/** The cover of a task goes and comes back with its file. */
function tellCover(command: Command, taskId: string, before: string | null, after: string | null): void {
  command.logMany(putRows(command.teamId, sql`t.id = ${taskId}`));
  command.remember({ entity: 'task', entityId: taskId, field: 'coverId', old: before, new: after });
}
