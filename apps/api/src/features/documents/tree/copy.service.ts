import { sql } from 'kysely';
import type { Document } from '@hearth/contracts/documents/documents';
import { can } from '@hearth/contracts/permissions/permissions';
import { lockMemberships } from '#features/members/index.ts';
import { adoptSamples } from '#features/projects/index.ts';
import { runCommand, type Command, type CommandResult, type RequestKey } from '#platform/commands/index.ts';
import { notFound, refusalOf } from '#platform/errors.ts';
import type { BodyOf, App } from '#platform/feature.ts';
import { makeKeyAfter } from '#platform/order-keys.ts';
import {
  asObject,
  findDocument,
  findLastPosition,
  insertDocument,
  putDocumentRows,
} from '#features/documents/model/documents.queries.ts';
import { scopeOf } from '#features/documents/model/pass-rights-on.ts';
import {
  accessFrom,
  assertFits,
  assertMayPutInto,
  lockLocation,
  type DocumentLocation,
} from '#features/documents/model/lock-location.ts';
import { grantOwnManage, grantOwnManageOnAll } from '#features/documents/sharing/grants.service.ts';
import { getCheckpoints } from '#features/documents/store/growth.ts';
import { assertStorageRoom } from '#features/attachments/index.ts';
import { copyFiles } from '#features/documents/model/document-files.queries.ts';
import { relinkDocuments } from '#features/documents/store/documents-store.ts';
import { copyLogs } from '#features/documents/store/states.queries.ts';
import { insertCopies, isPrivateProject, listToCopy, type Copy, type Part } from './copy.queries.ts';
import { makeRow, type Draft } from './documents.service.ts';
import type { DocumentTarget } from './own-fields.ts';

/**
 * Copies a document and, if requested, the descendants that are visible to the caller. Copies of private documents are private, with the
 * caller as manager.
 */
export async function copyDocument(
  app: App,
  { teamId, actor, documentId }: DocumentTarget,
  body: BodyOf<'documents.copy'>,
  requestKey: RequestKey,
): Promise<CommandResult<{ document: Document }>> {
  let behind: string[] = [];
  const result = await runCommand(app, { teamId, userId: actor.userId, requestKey }, async (command) => {
    const { tx } = command;
    const peeked = await findDocument(tx, documentId);
    if (peeked === null) throw notFound('This document');
    await lockMemberships(tx, [actor.userId]);
    const parentId = body.parentId === undefined ? peeked.parentId : body.parentId;
    const projectId = parentId === null ? peeked.projectId : undefined;
    const location = await lockLocation(command, actor, { parentId, projectId }, { mode: 'shared' });
    assertMayPutInto(actor, location);
    const original = await findDocument(tx, documentId);
    if (original === null) throw notFound('This document');
    const object = asObject(original);
    if (!can(actor, 'document.read', object)) throw refusalOf(actor, 'document.read', object);
    // List the descendants before creating the copy because the copy may be placed below the original.
    const parts = body.withSubpages === true ? await listToCopy(tx, actor, documentId) : [];
    const top = await makeCopy(command, original, location, {
      id: body.id ?? command.newId(),
      ...(body.title === undefined ? {} : { title: body.title }),
    });
    await insertDocument(tx, top, location.parent?.rootId ?? top.id);
    behind = await copyWritten(command, [{ fromId: original.id, toId: top.id }]);
    command.put('document', top.id, null, top, scopeOf(top));
    if (top.isPrivate) await grantOwnManage(command, top);
    const levels = Math.max(0, ...parts.map(({ level }) => level));
    assertFits(location, { ids: [top.id, ...parts.map(({ id }) => id)], levels });
    command.count('documents', 1 + parts.length);
    await adoptSamples(command, [location.projectId]);
    behind.push(...(await copyParts(command, original, top, location.parent?.rootId ?? top.id, parts)));
    await assertStorageRoom(app, tx, 0);
    return { document: top };
  });
  for (const id of behind) getCheckpoints(app).note({ teamId, documentId: id }, 1);
  return result;
}

/** Copies content and files. @returns the copies with a state behind their log */
async function copyWritten(
  command: Command,
  copies: readonly { fromId: string; toId: string }[],
): Promise<string[]> {
  const behind = await copyLogs(command.tx, copies);
  await copyFiles(command, copies);
  return behind;
}

async function makeCopy(
  command: Command,
  original: Document,
  location: DocumentLocation,
  { id, title = original.title }: { id: string; title?: string },
): Promise<Document> {
  const { parent, projectId } = location;
  const access = accessFrom(location);
  // The copy must not be visible to users who may not see the original.
  const isLeaving = original.projectId !== null && original.projectId !== projectId;
  const isFromPrivate = isLeaving && (await isPrivateProject(command.tx, original.projectId));
  const isPrivate = original.isPrivate || ((original.isRestricted || isFromPrivate) && !access.isRestricted);
  const draft: Draft = {
    id,
    title,
    icon: original.icon,
    cover: original.cover,
    isPrivate,
    isTemplate: original.isTemplate && parent === null,
    isFullWidth: original.isFullWidth,
  };
  const where = { parentId: parent?.document.id ?? null, projectId, isTemplate: draft.isTemplate };
  return makeRow(command, draft, {
    ...where,
    position: makeKeyAfter(await findLastPosition(command.tx, where)),
    access: isPrivate ? [id] : [...access.ids],
    isRestricted: isPrivate || access.isRestricted,
  });
}

/**
 * Copies the descendants of a copied document, in the same order and with the same structure.
 * @returns the copies with a state behind their log
 */
async function copyParts(
  command: Command,
  original: Document,
  top: Document,
  rootId: string,
  parts: readonly Part[],
): Promise<string[]> {
  if (parts.length === 0) return [];
  const { tx, teamId } = command;
  const copies = new Map<string, Copy>([[original.id, { ...top, of: original.id, parentId: null }]]);
  // `parts` lists parents before their children.
  for (const part of parts) {
    const parent = copies.get(part.parentId);
    if (parent === undefined) throw new Error(`Copy of document ${part.parentId} not found`);
    const id = command.newId();
    const access = part.isPrivate ? [id] : parent.access;
    const isRestricted = part.isPrivate || parent.isRestricted;
    copies.set(part.id, { of: part.id, id, parentId: parent.id, access, isRestricted });
  }
  copies.delete(original.id);
  const copied = [...copies.values()];
  await insertCopies(command, copied, rootId);
  const behind = await copyWritten(
    command,
    copied.map((copy) => ({ fromId: copy.of, toId: copy.id })),
  );
  const links = new Map([[original.id, top.id], ...copied.map(({ of, id }) => [of, id] as const)]);
  behind.push(...(await relinkDocuments(tx, links, command)));
  command.logMany(putDocumentRows(teamId, sql`d.id = any (${copied.map(({ id }) => id)}::uuid[])`));
  const ofPrivate = new Set(parts.filter(({ isPrivate }) => isPrivate).map(({ id }) => id));
  await grantOwnManageOnAll(
    command,
    copied.filter(({ of }) => ofPrivate.has(of)).map(({ id }) => id),
  );
  return behind;
}
