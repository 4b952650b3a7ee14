import type { AuditAct } from '@hearth/contracts/audit/audit-values';
import { DOCUMENT_LIMITS } from '@hearth/contracts/documents/document-values';
import type { Document, DocumentGrant } from '@hearth/contracts/documents/documents';
import {
  GRANT_LEVELS,
  can,
  levelOf,
  type Actor,
  type GrantLevel,
} from '@hearth/contracts/permissions/permissions';
import { countSeatOf, findMember, lockMemberships } from '#features/members/index.ts';
import {
  personScope,
  runCommand,
  type Command,
  type CommandResult,
  type RequestKey,
} from '#platform/commands/index.ts';
import { AppError, notFound, refusalOf } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import {
  asObject,
  lockDocument,
  lockTrees,
  updateDocument,
} from '#features/documents/model/documents.queries.ts';
import { describeForAudit } from '#features/documents/model/audit-object.ts';
import { passRightsOn, scopeOf } from '#features/documents/model/pass-rights-on.ts';
import { findRoot } from '#features/documents/model/tree.queries.ts';
import { countGrants, deleteGrant, findGrant, insertGrants, putGrant } from './grants.queries.ts';

interface GrantTarget {
  teamId: string;
  actor: Actor;
  documentId: string;
  /** The user who receives or has the grant. */
  granteeId: string;
}

/** Grants a team member access to a document and its descendants. Users cannot grant a higher level than their own. */
export async function grantDocument(
  app: App,
  on: GrantTarget,
  level: GrantLevel,
  requestKey: RequestKey,
): Promise<CommandResult<{ grant: DocumentGrant }>> {
  const { teamId, actor, granteeId } = on;
  return await runCommand(app, { teamId, userId: actor.userId, requestKey }, async (command) => {
    const document = await lockForGrants(command, on);
    if ((await findMember(command.tx, granteeId)) === null) throw notFound('This person');
    const before = await findGrant(command.tx, document.id, granteeId);
    assertReach(actor, document, level, before?.level ?? null);
    if (level !== 'manage') await assertStaysManaged(command, document, before);
    return { grant: await writeGrant(command, document, granteeId, level, 'document.granted') };
  });
}

/** Revokes a grant. This is a no-op if there is none. */
export async function revokeGrant(
  app: App,
  on: GrantTarget,
  requestKey: RequestKey,
): Promise<CommandResult<null>> {
  const { teamId, actor, granteeId } = on;
  return await runCommand(app, { teamId, userId: actor.userId, requestKey }, async (command) => {
    const document = await lockForGrants(command, on);
    const before = await findGrant(command.tx, document.id, granteeId);
    if (before === null) return null;
    assertReach(actor, document, null, before.level);
    await assertStaysManaged(command, document, before);
    await countSeatOf(command, granteeId, () => deleteGrant(command.tx, document.id, granteeId));
    command.changeAccess(granteeId);
    rememberGrant(command, document.id, granteeId, before.level, null);
    command.audit({
      act: 'document.grantRevoked',
      ...(await describeForAudit(command, document)),
      details: { userId: granteeId, before: before.level },
    });
    const { count } = await countGrants(command.tx, document.id, granteeId);
    if (count === 0 && !document.isPrivate)
      await setAccess(
        command,
        document,
        document.access.filter((id) => id !== document.id),
      );
    return null;
  });
}

async function lockForGrants(
  command: Command,
  { actor, documentId, granteeId }: GrantTarget,
): Promise<Document> {
  await lockMemberships(command.tx, [granteeId]);
  // Adding the first grant or removing the last one changes the document from which descendants inherit their access.
  await lockTrees(command.tx, 'alone');
  const document = await lockDocument(command.tx, documentId);
  if (document === null) throw notFound('This document');
  const object = asObject(document);
  if (!can(actor, 'document.grant', object)) throw refusalOf(actor, 'document.grant', object);
  return document;
}

/** @throws AppError FORBIDDEN if the new or the former level exceeds the actor's own */
function assertReach(
  actor: Actor,
  document: Document,
  after: GrantLevel | null,
  before: GrantLevel | null,
): void {
  const rank = (level: GrantLevel | null) => (level === null ? -1 : GRANT_LEVELS.indexOf(level));
  const own = levelOf(actor, asObject(document));
  if (rank(own) >= Math.max(rank(after), rank(before))) return;
  throw new AppError('FORBIDDEN', 'You can’t give or take more access than you have yourself.', {
    action: 'document.grant',
  });
}

/** Grants manage access to the user who makes a document private: private documents must always have a manager. */
export async function grantOwnManage(command: Command, document: Document): Promise<void> {
  await writeGrant(command, document, command.userId, 'manage', 'document.granted', true);
}

/**
 * Grants the user manage access to many new private documents, which have no grants yet. Uses a single statement: copying thousands of
 * documents must not block other requests.
 */
export async function grantOwnManageOnAll(command: Command, documentIds: readonly string[]): Promise<void> {
  if (documentIds.length === 0) return;
  const { tx, now, userId } = command;
  const level: GrantLevel = 'manage';
  await countSeatOf(command, userId, async () => {
    if ((await findMember(tx, userId)) === null) throw notFound('This person');
    await insertGrants(tx, documentIds, { userId, level, by: userId, at: now });
  });
  for (const id of documentIds) {
    command.put('grant', id, null, { id, level }, personScope(userId));
    rememberGrant(command, id, userId, null, level);
    // The documents are private, so the audit log must not contain their titles.
    const details = { userId, level, before: null };
    command.audit({ act: 'document.granted', object: 'document', objectId: id, details });
  }
  command.refreshAccess(userId);
}

/** Records in the audit log that a document became private or was opened. Grants manage access if it became private. */
export async function auditPrivacy(command: Command, document: Document): Promise<void> {
  const { isPrivate } = document;
  if (isPrivate) await grantOwnManage(command, document);
  command.audit({
    act: isPrivate ? 'document.madePrivate' : 'document.opened',
    ...(await describeForAudit(command, document)),
  });
}

async function writeGrant(
  command: Command,
  document: Document,
  userId: string,
  level: GrantLevel,
  act: AuditAct,
  isVisible = false,
): Promise<DocumentGrant> {
  const { tx, now, userId: by } = command;
  const { id } = document;
  const before = await findGrant(tx, id, userId);
  if (before?.level === level) return before;
  const { count } = await countGrants(tx, id, userId);
  if (before === null && count >= DOCUMENT_LIMITS.grants)
    throw new AppError(
      'INVALID_STATE',
      `A document can be shared with up to ${DOCUMENT_LIMITS.grants} people.`,
    );
  await countSeatOf(command, userId, async () => {
    // The membership is locked at this point. Check it because the user may have left the team in the meantime.
    if ((await findMember(tx, userId)) === null) throw notFound('This person');
    await putGrant(tx, { documentId: id, userId, level, by, at: now });
  });
  // For a user who already sees the document, such as the user who makes it private, only the grant is new.
  if (isVisible) {
    command.put('grant', id, null, { id, level }, personScope(userId));
    command.refreshAccess(userId);
  } else command.changeAccess(userId);
  rememberGrant(command, id, userId, before?.level ?? null, level);
  command.audit({
    act,
    ...(await describeForAudit(command, document)),
    details: { userId, level, before: before?.level ?? null },
  });
  if (!document.access.includes(id)) await setAccess(command, document, [id, ...document.access]);
  return { documentId: id, userId, level, grantedBy: by, grantedAt: now.toISOString() };
}

/** Changes the documents whose grants apply to a document and its descendants. */
async function setAccess(command: Command, before: Document, access: string[]): Promise<void> {
  const document = { ...before, access };
  await updateDocument(command.tx, document);
  command.put('document', document.id, before, document, scopeOf(document), scopeOf(before));
  await passRightsOn(command, before, document, await findRoot(command.tx, document.id));
}

export function rememberGrant(
  command: Command,
  documentId: string,
  userId: string,
  before: GrantLevel | null,
  after: GrantLevel | null,
): void {
  const [old, now] = [before, after].map((level) => (level === null ? null : { userId, level }));
  command.remember({ entity: 'document', entityId: documentId, field: 'grant', old, new: now });
}

/** @throws AppError INVALID_STATE if the user is the last manager of a private document */
async function assertStaysManaged(
  { tx }: Command,
  document: Document,
  grant: DocumentGrant | null,
): Promise<void> {
  if (!document.isPrivate || grant?.level !== 'manage') return;
  const { hasOtherManager } = await countGrants(tx, document.id, grant.userId);
  if (hasOtherManager) return;
  throw new AppError(
    'INVALID_STATE',
    'A private document needs someone who manages it. Give someone else manage access first.',
  );
}
