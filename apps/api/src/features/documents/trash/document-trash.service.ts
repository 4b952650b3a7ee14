import { sql } from 'kysely';
import type { Document } from '@hearth/contracts/documents/documents';
import { can, levelOf, type Actor } from '@hearth/contracts/permissions/permissions';
import type { RestoredItem } from '#features/tasks/index.ts';
import { countSeatsOf, lockMemberships } from '#features/members/index.ts';
import { runCommand, type Command, type CommandResult, type RequestKey } from '#platform/commands/index.ts';
import { AppError, documentArchived, notFound, refusalOf } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import { describeForAudit } from '#features/documents/model/audit-object.ts';
import { logFavourites } from '#features/documents/model/document-favourites.ts';
import {
  asObject,
  deleteDocumentRows,
  lockDocument,
  lockTrees,
  putDocumentRows,
  updateDocument,
} from '#features/documents/model/documents.queries.ts';
import { writeFormerParent } from '#features/documents/model/former-parent.queries.ts';
import { passRightsOn } from '#features/documents/model/pass-rights-on.ts';
import { accessFrom, assertFits } from '#features/documents/model/lock-location.ts';
import { findParent, measureTree, type Parent } from '#features/documents/model/tree.queries.ts';
import { hasGrants, listWritingGuests } from '#features/documents/sharing/grants.queries.ts';
import {
  findTrashItemOf,
  lockTrashed,
  copyAncestorGrants,
  restoreFromTrash,
  trashDocuments,
} from './document-trash.queries.ts';
import { rejoinFormerParents } from './rejoin-former-parents.ts';

/** Moves a document and its descendants to the trash for 30 days, as one item. */
export async function deleteDocument(
  app: App,
  { teamId, actor, documentId }: { teamId: string; actor: Actor; documentId: string },
  requestKey: RequestKey,
): Promise<CommandResult<null>> {
  return await runCommand(app, { teamId, userId: actor.userId, requestKey }, async (command) => {
    const { tx } = command;
    const peeked = await measureTree(tx, documentId);
    await lockMemberships(tx, await listWritingGuests(tx, peeked.ids));
    await lockTrees(tx, 'alone');
    const document = await lockDocument(tx, documentId);
    if (document === null) throw notFound('This document');
    const object = asObject(document);
    if (!can(actor, 'document.delete', object)) throw refusalOf(actor, 'document.delete', object);
    const { ids } = await measureTree(tx, documentId);
    await countSeatsOf(command, await listWritingGuests(tx, ids), () =>
      trashDocuments(command, documentId, ids),
    );
    command.count('documents', -ids.length);
    command.logMany(deleteDocumentRows(teamId, sql`d.id = any (${ids}::uuid[])`));
    logFavourites(command, ids, false);
    command.audit({ act: 'document.trashed', ...(await describeForAudit(command, document)) });
    return null;
  });
}

/**
 * Restores a document with the descendants trashed by cascade. Returns null if it is not in the trash. If its parent no longer exists or is
 * in the trash, the document moves to the top level of its project or the team, until the parent is restored. Runs within the trash's
 * command.
 */
export async function restoreDocument(
  command: Command,
  actor: Actor,
  documentId: string,
): Promise<RestoredItem | null> {
  const { tx, teamId } = command;
  const ids = (peeked: { parts: string[] | null }) => [documentId, ...(peeked.parts ?? [])];
  const peeked = await lockTrashed(tx, documentId);
  if (peeked === null) return null;
  await lockMemberships(tx, await listWritingGuests(tx, [...ids(peeked), ...peeked.document.access]));
  await lockTrees(tx, 'alone');
  const locked = await lockTrashed(tx, documentId);
  if (locked === null) return null;
  if (!locked.projectIsLive)
    throw new AppError('INVALID_STATE', 'Its project is in the trash. Restore the project first.');
  const { document: before } = locked;
  const parent = before.parentId === null ? null : await findParent(tx, before.parentId);
  if (parent !== null && parent.document.archivedAt !== null) throw documentArchived();
  const location = { parent, projectId: before.projectId };
  assertFits(location, { ids: ids(locked), levels: locked.levels });
  const isLost = parent === null && before.parentId !== null;
  const guests = await listWritingGuests(tx, [...ids(locked), ...before.access]);
  await countSeatsOf(command, guests, async () => {
    await restoreFromTrash(tx, sql`(d.id = ${documentId} or d.deleted_with = ${documentId})`);
    if (!isLost) return;
    // Copy the grants of the former ancestors: the document no longer inherits them.
    for (const userId of await copyAncestorGrants(command, documentId, before.access))
      command.changeAccess(userId);
  });
  const document = await restoreAtLocation(command, before, parent, isLost);
  command.count('documents', ids(locked).length);
  command.logMany(putDocumentRows(teamId, sql`d.id = any (${ids(locked)}::uuid[])`));
  logFavourites(command, ids(locked), true);
  // The grants copied above are not among those of the actor yet.
  const level = isLost ? levelOf(actor, asObject(before)) : null;
  const pages = level === null ? actor.pages : { ...actor.pages, [documentId]: level };
  await rejoinFormerParents(command, { ...actor, ...(pages && { pages }) }, ids(locked));
  command.audit({ act: 'document.restored', ...(await describeForAudit(command, document)) });
  const { deletedAt, deletedBy } = locked;
  return {
    item: {
      id: documentId,
      kind: 'document',
      title: document.title,
      deletedAt: deletedAt.toISOString(),
      deletedBy,
    },
    detachedFrom:
      isLost && before.parentId !== null ? { itemId: await findTrashItemOf(tx, before.parentId) } : null,
  };
}

/** Restores the document at its former location, or else at the top level. Never makes it visible to additional users. */
async function restoreAtLocation(
  command: Command,
  before: Document,
  parent: Parent | null,
  isLost: boolean,
): Promise<Document> {
  const { tx } = command;
  const { id } = before;
  const isPrivate = before.isPrivate || (isLost && before.isRestricted);
  const { ids, isRestricted } = accessFrom({ parent });
  const open = (await hasGrants(tx, id)) ? [id, ...ids] : [...ids];
  const document: Document = {
    ...before,
    parentId: isLost ? null : before.parentId,
    isPrivate,
    access: isPrivate ? [id] : open,
    isRestricted: isPrivate || isRestricted,
  };
  await updateDocument(tx, document);
  if (isLost && before.parentId !== null)
    await writeFormerParent(tx, id, {
      parentId: before.parentId,
      isPrivateMeanwhile: isPrivate && !before.isPrivate,
    });
  await passRightsOn(command, before, document, parent?.rootId ?? id);
  return document;
}
