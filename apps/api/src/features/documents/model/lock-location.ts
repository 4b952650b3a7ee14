import { DOCUMENT_LIMITS } from '@hearth/contracts/documents/document-values';
import type { Document } from '@hearth/contracts/documents/documents';
import {
  can,
  canSee,
  levelByRole,
  type Actor,
  type DocumentAccess,
} from '@hearth/contracts/permissions/permissions';
import { findProject, lockArchiving } from '#features/projects/index.ts';
import type { Command } from '#platform/commands/index.ts';
import { AppError, forbidden, notFoundAt, refusalOf } from '#platform/errors.ts';
import { sql } from 'kysely';
import { asObject, lockTrees } from '#features/documents/model/documents.queries.ts';
import { findParent, peekProject, type Extent, type Parent } from '#features/documents/model/tree.queries.ts';

/** The current or new location of a document: below another document, or at the top level of a project or the team. */
export interface DocumentLocation {
  parent: Parent | null;
  projectId: string | null;
}

const OF_NONE: DocumentAccess = { ids: [], isRestricted: false };

/** Returns the access that a document inherits at this location. */
export function accessFrom({ parent }: Pick<DocumentLocation, 'parent'>): DocumentAccess {
  if (parent === null) return OF_NONE;
  return { ids: parent.document.access, isRestricted: parent.document.isRestricted };
}

/**
 * Resolves a location. Locks the document trees, and the project against concurrent trashing and archiving.
 * @param extraProjectIds additional projects to lock. All projects are locked in id order
 * @throws AppError NOT_FOUND naming the request field, INVALID_STATE if the parent belongs to another project than requested
 */
export async function lockLocation(
  { tx }: Command,
  actor: Actor,
  target: { parentId: string | null; projectId: string | null | undefined },
  {
    mode,
    extraProjectIds = [],
  }: { mode: 'shared' | 'alone' | 'none'; extraProjectIds?: readonly (string | null)[] },
): Promise<DocumentLocation> {
  const { parentId } = target;
  const peeked = parentId === null ? (target.projectId ?? null) : await peekProject(tx, parentId);
  const projects = [...new Set([...extraProjectIds, peeked])].filter((id) => id !== null).toSorted();
  for (const id of projects) await lockArchiving(tx, sql`${id}`);
  if (mode !== 'none') await lockTrees(tx, mode);
  if (parentId === null) {
    if (peeked !== null && (await findProject(tx, peeked)) === null) throw noProject();
    return { parent: null, projectId: peeked };
  }
  const parent = await findParent(tx, parentId);
  if (parent === null || !canSee(actor, asObject(parent.document))) throw noParent();
  const { projectId } = parent.document;
  if (target.projectId === undefined || target.projectId === projectId) return { parent, projectId };
  const other = target.projectId === null ? null : await findProject(tx, target.projectId);
  const isKnown = other !== null && canSee(actor, { projectId: other.id, createdBy: other.createdBy });
  if (target.projectId === null || isKnown)
    throw new AppError('INVALID_STATE', 'Sub-pages belong to their parent’s project.', {
      errors: [{ path: 'projectId', message: 'must be the project of the parent document' }],
    });
  throw noProject();
}

const noProject = () => notFoundAt('projectId', 'a project you have access to');
const noParent = () => notFoundAt('parentId', 'a document you have access to');

/** @throws AppError NOT_FOUND, FORBIDDEN or INVALID_STATE if this user may not put a document there */
export function assertMayPutInto(actor: Actor, { parent, projectId }: DocumentLocation): void {
  if (parent !== null) {
    const object = asObject(parent.document);
    if (!can(actor, 'document.create', object)) throw refusalOf(actor, 'document.create', object);
    if (parent.document.isTemplate) throw new AppError('INVALID_STATE', 'A template can’t have sub-pages.');
    return;
  }
  const object = { projectId, createdBy: null, access: OF_NONE };
  if (projectId !== null && !canSee(actor, object)) throw noProject();
  if (!can(actor, 'document.create', object)) throw refusalOf(actor, 'document.create', object);
}

/** @throws AppError TOO_DEEP or INVALID_STATE if a tree does not fit below another document */
export function assertFits(
  { parent }: DocumentLocation,
  { ids, levels }: Extent,
  isAlreadyInTree = false,
): void {
  if (parent === null) return;
  if (parent.path.length + levels > DOCUMENT_LIMITS.levels)
    throw new AppError('TOO_DEEP', `Documents can be nested up to ${DOCUMENT_LIMITS.levels} levels deep.`);
  if (!isAlreadyInTree && parent.below + ids.length > DOCUMENT_LIMITS.below)
    throw new AppError(
      'INVALID_STATE',
      `A document can have up to ${DOCUMENT_LIMITS.below} sub-pages across all levels.`,
    );
}

/**
 * Checks the rights to move a document. A move that changes the access of other users requires the right to share it. Between two locations
 * that are open to all members, the right to edit is sufficient, as for tasks.
 * @throws AppError FORBIDDEN
 */
export function assertMayCarry(
  actor: Actor,
  before: Document,
  after: Pick<Document, 'access' | 'isRestricted' | 'projectId'>,
): void {
  const isSameAccess =
    before.isRestricted === after.isRestricted && before.access.join() === after.access.join();
  const isOpen = (projectId: string | null) => levelByRole({ ...actor, role: 'owner' }, projectId) !== null;
  const isOpenMove =
    before.projectId === after.projectId || (isOpen(before.projectId) && isOpen(after.projectId));
  // Moving a restricted document to another project does not change who may see it if the access stays the same.
  if (isSameAccess && (isOpenMove || before.isRestricted)) return;
  if (!can(actor, 'document.grant', asObject(before))) throw forbidden('document.grant');
}
