import { sql } from 'kysely';
import type { Document } from '@hearth/contracts/documents/documents';
import { can } from '@hearth/contracts/permissions/permissions';
import { runCommand, type CommandResult, type RequestKey } from '#platform/commands/index.ts';
import { documentArchived, notFound, refusalOf } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import { describeForAudit } from '#features/documents/model/audit-object.ts';
import {
  asObject,
  findDocument,
  lockDocument,
  lockTrees,
  putDocumentRows,
} from '#features/documents/model/documents.queries.ts';
import { scopeOf } from '#features/documents/model/pass-rights-on.ts';
import { setTreeArchived } from './archive.queries.ts';
import type { DocumentTarget } from './own-fields.ts';

/**
 * Archives a document with its descendants, or unarchives it with the descendants archived by the same command. Documents already in the
 * requested state are unchanged.
 */
export async function archiveDocument(
  app: App,
  { teamId, actor, documentId }: DocumentTarget,
  isArchived: boolean,
  requestKey: RequestKey,
): Promise<CommandResult<{ document: Document }>> {
  return await runCommand(app, { teamId, userId: actor.userId, requestKey }, async (command) => {
    const { tx } = command;
    await lockTrees(tx, 'alone');
    const before = await lockDocument(tx, documentId);
    if (before === null) throw notFound('This document');
    const object = asObject(before);
    if (!can(actor, 'document.archive', object)) throw refusalOf(actor, 'document.archive', object);
    if ((before.archivedAt !== null) === isArchived) return { document: before };
    const above = before.parentId === null ? null : await findDocument(tx, before.parentId);
    // Descendants of an archived document stay archived, so unarchive the ancestor first.
    if (!isArchived && above !== null && above.archivedAt !== null) throw documentArchived();
    const archived = isArchived ? { at: command.now, by: actor.userId } : null;
    const ids = await setTreeArchived(tx, documentId, archived);
    const document = {
      ...before,
      archivedAt: archived?.at.toISOString() ?? null,
      archivedBy: archived?.by ?? null,
    };
    command.put('document', documentId, before, document, scopeOf(document));
    const others = ids.filter((id) => id !== documentId);
    if (others.length > 0) command.logMany(putDocumentRows(teamId, sql`d.id = any (${others}::uuid[])`));
    command.audit({
      act: isArchived ? 'document.archived' : 'document.unarchived',
      ...(await describeForAudit(command, document)),
    });
    return { document };
  });
}
