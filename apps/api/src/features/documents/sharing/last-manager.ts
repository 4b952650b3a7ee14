import type { Command } from '#platform/commands/index.ts';
import { describeForAudit } from '#features/documents/model/audit-object.ts';
import { rememberGrant } from './grants.service.ts';
import { findHeirs, lockPrivateDocumentsOf, putHeirs } from './last-manager.queries.ts';

/**
 * Hands private documents whose only manager leaves the team to another manager, in the same command, as with private projects: the member
 * (not a guest) with the highest level there, else the owner or admin who removes the user, else the owner with the longest membership.
 */
export async function passOnDocuments(command: Command, leaverId: string): Promise<void> {
  const { tx, userId, now } = command;
  // Locked before they are read: concurrent changes of grants are serialized before or after.
  const documents = await lockPrivateDocumentsOf(tx, leaverId);
  if (documents.length === 0) return;
  const heirs = await findHeirs(tx, {
    documentIds: documents.map(({ id }) => id),
    leaverId,
    actorId: userId,
  });
  await putHeirs(tx, heirs, { by: userId === '' ? null : userId, at: now });
  for (const { documentId, heirId, before } of heirs) {
    const document = documents.find(({ id }) => id === documentId);
    if (document === undefined) continue;
    command.changeAccess(heirId);
    rememberGrant(command, documentId, heirId, before, 'manage');
    command.audit({
      act: 'document.managementPassedOn',
      ...(await describeForAudit(command, document)),
      details: { userId: heirId, from: leaverId, level: 'manage', before },
    });
  }
}
