import type { Document } from '@hearth/contracts/documents/documents';
import { can, type Actor } from '@hearth/contracts/permissions/permissions';
import type { Command } from '#platform/commands/index.ts';
import { AppError } from '#platform/errors.ts';
import { asObject, lockDocument, updateDocument } from '#features/documents/model/documents.queries.ts';
import {
  coversGrants,
  deleteCoveredGrants,
  listFormerChildren,
  writeFormerParent,
} from '#features/documents/model/former-parent.queries.ts';
import { accessFrom, assertFits, assertMayPutInto } from '#features/documents/model/lock-location.ts';
import { passRightsOn, scopeOf } from '#features/documents/model/pass-rights-on.ts';
import { findParent, measureTree, type Extent, type Parent } from '#features/documents/model/tree.queries.ts';
import { hasGrants } from '#features/documents/sharing/grants.queries.ts';

/**
 * Moves documents that were restored before their parent back below it, now that `restoredIds` are restored as well. Documents that the actor
 * could not move there stay at the top level. Requires the exclusive tree lock.
 */
export async function rejoinFormerParents(
  command: Command,
  actor: Actor,
  restoredIds: readonly string[],
): Promise<void> {
  const { tx } = command;
  for (const { id, parentId, isPrivateMeanwhile } of await listFormerChildren(tx, restoredIds)) {
    const before = await lockDocument(tx, id);
    const parent = await findParent(tx, parentId);
    if (before === null || parent === null) continue;
    if (!mayMove(actor, before, parent, await measureTree(tx, id))) continue;
    const inherited = accessFrom({ parent });
    const isSameAccess =
      before.isRestricted === inherited.isRestricted && (await coversGrants(tx, id, inherited.ids));
    const isPrivate = before.isPrivate && !(isPrivateMeanwhile && isSameAccess);
    if (!isPrivate && !isSameAccess && !can(actor, 'document.grant', asObject(before))) continue;
    if (!isPrivate)
      // Copies made by the first restore. The document must lose them when the parent does.
      for (const userId of await deleteCoveredGrants(tx, id, inherited.ids)) command.changeAccess(userId);
    const open = (await hasGrants(tx, id)) ? [id, ...inherited.ids] : [...inherited.ids];
    const document: Document = {
      ...before,
      parentId,
      isPrivate,
      access: isPrivate ? [id] : open,
      isRestricted: isPrivate || inherited.isRestricted,
    };
    await updateDocument(tx, document);
    await writeFormerParent(tx, id, null);
    command.put('document', id, before, document, scopeOf(document), scopeOf(before));
    await passRightsOn(command, before, document, parent.rootId);
  }
}

function mayMove(actor: Actor, document: Document, parent: Parent, extent: Extent): boolean {
  const { projectId } = document;
  if (document.isTemplate || projectId !== parent.document.projectId) return false;
  if (!can(actor, 'document.update', asObject(document))) return false;
  try {
    assertMayPutInto(actor, { parent, projectId });
    assertFits({ parent, projectId }, extent);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
