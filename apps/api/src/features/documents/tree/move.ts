import type { BodyOf } from '#platform/feature.ts';
import type { Document } from '@hearth/contracts/documents/documents';
import { can } from '@hearth/contracts/permissions/permissions';
import { lockMemberships } from '#features/members/index.ts';
import { adoptSamples } from '#features/projects/index.ts';
import type { Command } from '#platform/commands/index.ts';
import { AppError, forbidden, notFound, refusalOf } from '#platform/errors.ts';
import { makeKeyAfter } from '#platform/order-keys.ts';
import {
  asObject,
  findDocument,
  findLastPosition,
  lockDocument,
  updateDocument,
} from '#features/documents/model/documents.queries.ts';
import { writeFormerParent } from '#features/documents/model/former-parent.queries.ts';
import { passRightsOn, scopeOf } from '#features/documents/model/pass-rights-on.ts';
import {
  accessFrom,
  assertFits,
  assertMayCarry,
  assertMayPutInto,
  lockLocation,
  type DocumentLocation,
} from '#features/documents/model/lock-location.ts';
import { measureTree } from '#features/documents/model/tree.queries.ts';
import { hasGrants } from '#features/documents/sharing/grants.queries.ts';
import { auditPrivacy } from '#features/documents/sharing/grants.service.ts';
import { assertCover } from './covers.ts';
import { ownFields, type DocumentTarget } from './own-fields.ts';

type MoveRequest = BodyOf<'documents.update'>;
type Elsewhere = Pick<Document, 'parentId' | 'projectId' | 'isPrivate' | 'isTemplate'>;

/**
 * Returns the new location and properties if they differ from the current values or a project is requested. The caller then needs the tree
 * lock. Otherwise returns null.
 */
export async function findMove(
  { tx }: Command,
  documentId: string,
  request: MoveRequest,
): Promise<Elsewhere | null> {
  const { parentId, projectId, isPrivate, isTemplate } = request;
  if ([parentId, projectId, isPrivate, isTemplate].every((field) => field === undefined)) return null;
  const now = await findDocument(tx, documentId);
  if (now === null) throw notFound('This document');
  const to: Elsewhere = {
    ...targetOf(now, request),
    isPrivate: isPrivate ?? now.isPrivate,
    isTemplate: isTemplate ?? now.isTemplate,
  };
  const isSame = (['parentId', 'projectId', 'isPrivate', 'isTemplate'] as const).every(
    (field) => to[field] === now[field],
  );
  return isSame && request.projectId === undefined ? null : to;
}

/**
 * Returns the new parent and project. If no parent is requested, a document moves to the top level of its new project. Templates have no
 * parent.
 */
function targetOf(
  now: Document,
  { parentId, projectId, isTemplate }: MoveRequest,
): Pick<Document, 'parentId' | 'projectId'> {
  const isOtherProject = projectId !== undefined && projectId !== now.projectId;
  const stays = isOtherProject || isTemplate === true ? null : now.parentId;
  return {
    parentId: parentId === undefined ? stays : parentId,
    projectId: projectId ?? (projectId === null ? null : now.projectId),
  };
}

/** Moves a document with its descendants, changes its privacy, or converts it to or from a template. */
export async function moveDocument(
  command: Command,
  { actor, documentId }: DocumentTarget,
  request: MoveRequest,
  to: Elsewhere,
): Promise<Document> {
  const { tx } = command;
  if (to.isPrivate) await lockMemberships(tx, [actor.userId]);
  const extraProjectIds = [(await findDocument(tx, documentId))?.projectId ?? null];
  const projectId = to.parentId === null ? to.projectId : request.projectId;
  const location = await lockLocation(
    command,
    actor,
    { parentId: to.parentId, projectId },
    { mode: 'alone', extraProjectIds },
  );
  const before = await lockDocument(tx, documentId);
  if (before === null) throw notFound('This document');
  const object = asObject(before);
  if (!can(actor, 'document.update', object)) throw refusalOf(actor, 'document.update', object);
  const isMoved = before.parentId !== to.parentId || before.projectId !== location.projectId;
  const isSwitched = before.isPrivate !== to.isPrivate;
  if (isSwitched && !can(actor, 'document.restrict', object)) throw forbidden('document.restrict');
  const extent = await measureTree(tx, documentId);
  if (isMoved) {
    if (location.parent?.path.includes(documentId) === true)
      throw new AppError('CIRCULAR', 'A document can’t be moved into itself or one of its sub-pages.');
    assertMayPutInto(actor, location);
    assertFits(location, extent, extent.ids.includes(location.parent?.rootId ?? ''));
    assertMayCarry(actor, before, {
      ...rightsOf(before, location, await hasGrants(tx, documentId)),
      projectId: location.projectId,
    });
    if (before.projectId !== location.projectId) await adoptSamples(command, [location.projectId]);
  }
  if (to.isTemplate && !before.isTemplate && (extent.ids.length > 1 || to.parentId !== null))
    throw new AppError('INVALID_STATE', 'A template can’t have sub-pages or be one.');
  const changed: Document = {
    ...before,
    ...ownFields(request),
    ...to,
    projectId: location.projectId,
    ...rightsOf({ ...before, isPrivate: to.isPrivate }, location, await hasGrants(tx, documentId)),
  };
  if (isMoved && request.position === undefined)
    changed.position = makeKeyAfter(await findLastPosition(tx, changed));
  await assertCover(command, before, changed);
  const document = { ...changed, updatedAt: command.now.toISOString(), updatedBy: actor.userId };
  await updateDocument(tx, document);
  await writeFormerParent(tx, documentId, null);
  command.put('document', documentId, before, document, scopeOf(document), scopeOf(before));
  await passRightsOn(command, before, document, location.parent?.rootId ?? documentId);
  if (isSwitched) await auditPrivacy(command, document);
  return document;
}

/** Returns the `access` and `isRestricted` values that a document has at the given location. */
function rightsOf(
  { id, isPrivate }: Pick<Document, 'id' | 'isPrivate'>,
  location: DocumentLocation,
  isShared: boolean,
): Pick<Document, 'access' | 'isRestricted'> {
  if (isPrivate) return { access: [id], isRestricted: true };
  const { ids, isRestricted } = accessFrom(location);
  return { access: isShared ? [id, ...ids] : [...ids], isRestricted };
}
