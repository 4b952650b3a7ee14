import type { Document } from '@hearth/contracts/documents/documents';
import { can, type Actor } from '@hearth/contracts/permissions/permissions';
import type { Command } from '#platform/commands/index.ts';
import { asObject, lockTrees, updateDocument } from '#features/documents/model/documents.queries.ts';
import { rewriteTree } from '#features/documents/model/tree.queries.ts';
import { hasGrants } from '#features/documents/sharing/grants.queries.ts';
import {
  copyAncestorGrants,
  expireRows,
  findTrashedDocument,
  lockTrashedBelow,
  writeTrashedWith,
} from './document-trash.queries.ts';

/**
 * Marks trashed documents as expired, with those trashed by their cascade and all trashed documents of these projects. Sub-pages that the
 * actor may not delete or that were trashed separately stay in the trash and move to the top level.
 */
export async function expireDocuments(
  command: Command,
  actor: Actor,
  ids: readonly string[],
  projectIds: readonly string[],
): Promise<void> {
  const { tx } = command;
  await lockTrees(tx, 'alone');
  const trashed = await lockTrashedBelow(tx, ids, projectIds);
  const items = new Set([...ids, ...projectIds]);
  const isOfItem = ({ id: own, projectId, with: item }: (typeof trashed)[number]) =>
    [own, projectId, item].some((id) => id !== null && items.has(id));
  const expired = new Set<string>();
  /** The ids of documents that stay, by the topmost document that stays above them. */
  const kept = new Map<string, string[]>();
  const topOf = new Map<string, string>();
  for (const one of trashed) {
    const { id, parentId } = one;
    if (isOfItem(one) && can(actor, 'trash.delete', { ...asObject(one), isTrashed: true })) {
      expired.add(id);
      continue;
    }
    const top = (parentId === null ? undefined : topOf.get(parentId)) ?? id;
    topOf.set(id, top);
    if (top === id) await moveToTop(command, id, projectIds);
    if (one.with !== null && items.has(one.with)) kept.set(top, [...(kept.get(top) ?? []), id]);
  }
  for (const [top, partIds] of kept) {
    await writeTrashedWith(tx, partIds, top);
    await writeTrashedWith(tx, [top], null);
  }
  await expireRows(tx, [...expired]);
}

/** Moves a trashed document to the top level, without changing who may see it. */
async function moveToTop(command: Command, id: string, projectIds: readonly string[]): Promise<void> {
  const { tx } = command;
  const before = await findTrashedDocument(tx, id);
  if (before === null) return;
  for (const userId of await copyAncestorGrants(command, id, before.access)) command.changeAccess(userId);
  const document: Document = {
    ...before,
    parentId: null,
    projectId: before.projectId !== null && projectIds.includes(before.projectId) ? null : before.projectId,
    isPrivate: before.isRestricted,
    access: (await hasGrants(tx, id)) ? [id] : [],
  };
  await updateDocument(tx, document);
  const { access, isRestricted, projectId } = document;
  await rewriteTree(tx, id, { access: { ids: access, isRestricted }, projectId, rootId: id });
}
