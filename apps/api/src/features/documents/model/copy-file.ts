import { documentAttachmentRoutes } from '@hearth/contracts/documents/document-attachments';
import { canSee, type Actor } from '@hearth/contracts/permissions/permissions';
import { assertAttachmentLimits, findAttachment } from '#features/attachments/index.ts';
import { bindCommandRoute, runCommand, type Command } from '#platform/commands/index.ts';
import { notFoundAt } from '#platform/errors.ts';
import { findRoute, type App, type Binding } from '#platform/feature.ts';
import { documentAttachments } from './document-attachments.ts';
import { copyFiles, putFileBack } from './document-files.queries.ts';
import { asObject, findDocument } from './documents.queries.ts';

/** Copies the file of an image or file block that was pasted from another document. */
export function bindCopyFile(app: App): Binding {
  const route = findRoute('documentAttachments.copy', documentAttachmentRoutes);
  return bindCommandRoute(route, async ({ caller, body, key }) => {
    const { teamId, actor, object } = caller;
    return await runCommand(app, { teamId, userId: actor.userId, requestKey: key }, async (command) => {
      await documentAttachments.lock(command, { teamId, actor, subjectId: object.id });
      return { attachment: await copyFile(app, command, actor, { ...body, toDocumentId: object.id }) };
    });
  });
}

interface FileCopy {
  fromDocumentId: string;
  toDocumentId: string;
  attachmentId: string;
}

async function copyFile(
  app: App,
  command: Command,
  actor: Actor,
  { fromDocumentId, toDocumentId, attachmentId }: FileCopy,
) {
  const { tx } = command;
  const source = await findDocument(tx, fromDocumentId);
  if (source === null || !canSee(actor, asObject(source)))
    throw notFoundAt('fromDocumentId', 'a document you have access to');
  const find = async (subjectId: string) =>
    await findAttachment(tx, documentAttachments, { subjectId, attachmentId });
  const existing = await find(toDocumentId);
  if (existing !== null && existing.deletedAt === null) return existing.attachment;
  const from = await find(fromDocumentId);
  if (from === null || from.deletedAt !== null) throw notFoundAt('attachmentId', 'a file on that document');
  // A copy shares the stored bytes of the original, so it uses no storage.
  await assertAttachmentLimits(app, command, documentAttachments, { subjectId: toDocumentId }, 0);
  if (existing === null)
    await copyFiles(command, [{ fromId: fromDocumentId, toId: toDocumentId }], {
      fileId: from.attachment.id,
      name: attachmentId,
    });
  else await putFileBack(tx, existing.attachment.id);
  const copy = await find(toDocumentId);
  if (copy === null) throw new Error(`Copy of attachment ${attachmentId} not found`);
  return copy.attachment;
}
