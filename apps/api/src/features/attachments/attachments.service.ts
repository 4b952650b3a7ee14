import type { Readable } from 'node:stream';
import { ATTACHMENT } from '@hearth/contracts/attachments/attachment-values';
import { PLANS } from '@hearth/contracts/billing/plans';
import type { SyncRows } from '@hearth/contracts/sync';
import { sawAt } from '#features/history/index.ts';
import { visibleTo } from '#features/projects/index.ts';
import {
  runCommand,
  workScope,
  type RequestKey,
  type Command,
  type CommandResult,
} from '#platform/commands/index.ts';
import { readTeam } from '#platform/db/index.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { findPlanInForce } from '#features/billing/index.ts';
import type { App } from '#platform/feature.ts';
import { receiveFile, refuseSize, type ReceivedFile } from '#platform/receive-file.ts';
import { oldestRestorable } from '#platform/restorable.ts';
import { nameFiles, readNature, removeFile } from './attachment-files.ts';
import type {
  Attachment,
  AttachmentEntity,
  AttachmentKind,
  LockedSubject,
  AttachmentTarget,
  SubjectTarget,
} from './attachment-kind.ts';
import {
  countAttachments,
  findAttachment,
  insertAttachment,
  renameAttachment,
  setAttachmentDeleted,
  type FoundAttachment,
} from './attachments.queries.ts';
import { assertStorageRoom } from './storage-room.ts';
import { lockStorage } from './storage.queries.ts';

type Reply = { attachment: Attachment };

/**
 * Streams an upload to disk. Rejects empty files and files above the plan's size limit. If a content length was sent, rejects files that
 * exceed the size limit or the team's storage before reading the body.
 */
export async function receiveAttachment(
  app: App,
  { teamId, actor }: SubjectTarget,
  body: Readable,
  { folder, declaredBytes }: { folder: string; declaredBytes: number | null },
): Promise<ReceivedFile> {
  const plan = await readTeam(app.db, { teamId, userId: actor.userId }, async (tx) => {
    const found = await findPlanInForce(tx);
    if (declaredBytes !== null && declaredBytes <= PLANS[found].fileBytes)
      await assertStorageRoom(app, tx, declaredBytes);
    return found;
  });
  const { fileBytes, shownAs } = PLANS[plan];
  const where = ` on the ${shownAs} plan`;
  if (declaredBytes !== null && declaredBytes > fileBytes) throw refuseSize(fileBytes, where);
  const file = await receiveFile(body, folder, fileBytes, where);
  if (file.bytes === 0) throw new AppError('INVALID_REQUEST', 'This file is empty.');
  return file;
}

/** Attaches an uploaded file. Idempotent: a retry with the same idempotency key or id returns the first response. */
export async function attachFile(
  app: App,
  kind: AttachmentKind,
  on: SubjectTarget,
  file: ReceivedFile,
  { id, name }: { id?: string | undefined; name: string },
  requestKey: RequestKey,
): Promise<CommandResult<Reply>> {
  const { teamId, actor } = on;
  const nature = await readNature(file.path);
  const [key = ''] = await nameFiles(app, teamId, 1);
  await app.storage.take(key, file.path);
  let isWanted = false;
  try {
    const result = await change(app, kind, on, requestKey, async (command, subject) => {
      await assertAttachmentLimits(app, command, kind, on, file.bytes);
      const attachment: Attachment = {
        id: id ?? command.newId(),
        [kind.field]: on.subjectId,
        name,
        ...nature,
        bytes: file.bytes,
        createdBy: actor.userId,
        createdAt: command.now.toISOString(),
      };
      await insertAttachment(command.tx, kind.table, on.subjectId, attachment, key);
      logAttachment(command, kind, subject, attachment);
      rememberFile(command, kind, on, null, attachment);
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
  kind: AttachmentKind,
  on: AttachmentTarget,
  { name }: { name: string },
  requestKey: RequestKey,
): Promise<CommandResult<Reply>> {
  return await change(app, kind, on, requestKey, async (command, subject) => {
    const { attachment: before } = await findThere(command, kind, on);
    const attachment = { ...before, name };
    if (before.name !== name) {
      await renameAttachment(command.tx, kind.table, attachment);
      logAttachment(command, kind, subject, attachment);
      rememberFile(command, kind, on, before, attachment);
    }
    return { attachment };
  });
}

export async function deleteAttachment(
  app: App,
  kind: AttachmentKind,
  on: AttachmentTarget,
  requestKey: RequestKey,
): Promise<CommandResult<null>> {
  return await change(app, kind, on, requestKey, async (command, subject) => {
    const { attachment } = await findThere(command, kind, on);
    const { now: at, userId: by } = command;
    const { id } = attachment;
    await setAttachmentDeleted(command.tx, kind.table, id, { at, by });
    if (kind.entity !== null) command.remove(kind.entity, id, workScope(subject.projectId));
    rememberFile(command, kind, on, attachment, null);
    subject.publishRelated?.(id, false);
    return null;
  });
}

/** Restores a deleted file within the retention period, if it fits within the limits of the object and the plan. */
export async function restoreAttachment(
  app: App,
  kind: AttachmentKind,
  on: AttachmentTarget,
  requestKey: RequestKey,
): Promise<CommandResult<Reply>> {
  return await change(app, kind, on, requestKey, async (command, subject) => {
    const { attachment, deletedAt } = await find(command, kind, on);
    if (deletedAt === null) throw new AppError('INVALID_STATE', 'This file isn’t deleted.');
    if (deletedAt < oldestRestorable(command.now)) throw notFound('This file');
    const when = { entity: kind.subject, teamId: on.teamId, id: on.subjectId, at: deletedAt };
    // Files that are not logged are visible to everyone who can see the object.
    const sawIt = kind.entity === null || (await sawAt(command.tx, visibleTo(on.actor), when));
    if (!sawIt) throw notFound('This file');
    await assertAttachmentLimits(app, command, kind, on, attachment.bytes);
    const { id } = attachment;
    await setAttachmentDeleted(command.tx, kind.table, id, null);
    logAttachment(command, kind, subject, attachment);
    rememberFile(command, kind, on, null, attachment);
    subject.publishRelated?.(id, true);
    return { attachment };
  });
}

/** Returns a file that is not deleted. The caller must already be authorized to see the object. @throws AppError NOT_FOUND */
export async function findFile(
  app: App,
  kind: AttachmentKind,
  on: AttachmentTarget,
): Promise<FoundAttachment> {
  const { teamId, actor } = on;
  const found = await readTeam(app.db, { teamId, userId: actor.userId }, (tx) =>
    findAttachment(tx, kind, on),
  );
  if (found === null || found.deletedAt !== null) throw notFound('This file');
  return found;
}

async function change<T>(
  app: App,
  kind: AttachmentKind,
  on: SubjectTarget,
  requestKey: RequestKey,
  work: (command: Command, subject: LockedSubject) => Promise<T>,
): Promise<CommandResult<T>> {
  const { teamId, actor } = on;
  return await runCommand(app, { teamId, userId: actor.userId, requestKey }, async (command) =>
    work(command, await kind.lock(command, on)),
  );
}

async function find({ tx }: Command, kind: AttachmentKind, on: AttachmentTarget): Promise<FoundAttachment> {
  const found = await findAttachment(tx, kind, on);
  if (found === null) throw notFound('This file');
  return found;
}

async function findThere(
  command: Command,
  kind: AttachmentKind,
  on: AttachmentTarget,
): Promise<FoundAttachment> {
  const found = await find(command, kind, on);
  if (found.deletedAt !== null) throw notFound('This file');
  return found;
}

/** Checks the file limit of the object, then locks the team's storage and checks its limit. */
export async function assertAttachmentLimits(
  app: App,
  { tx }: Command,
  { thing, table }: AttachmentKind,
  on: Pick<SubjectTarget, 'subjectId'>,
  bytes: number,
): Promise<void> {
  if ((await countAttachments(tx, table, on.subjectId)) >= ATTACHMENT.perTask) {
    throw new AppError(
      'INVALID_STATE',
      `A ${thing} can have up to ${ATTACHMENT.perTask} files. Remove one first.`,
    );
  }
  await lockStorage(tx);
  await assertStorageRoom(app, tx, bytes);
}

function logAttachment(
  command: Command,
  { entity }: AttachmentKind,
  { projectId }: LockedSubject,
  file: Attachment,
): void {
  if (entity === null) return;
  // The row includes the id of the object.
  command.put(entity, file.id, null, file as SyncRows[AttachmentEntity], workScope(projectId));
}

/** Records a change to a file in the history of its object, unless the kind's files are not logged. */
function rememberFile(
  command: Command,
  { subject, field, entity }: AttachmentKind,
  { subjectId }: SubjectTarget,
  before: Attachment | null,
  after: Attachment | null,
): void {
  if (entity === null) return;
  const toPast = (file: Attachment | null) => {
    // Include the whole file, because a client shows it immediately when it is restored.
    return file && Object.fromEntries(Object.entries(file).filter(([name]) => name !== field));
  };
  command.remember({
    entity: subject,
    entityId: subjectId,
    field: 'attachments',
    old: toPast(before),
    new: toPast(after),
  });
}
