import type { Command } from '#platform/commands/index.ts';
import { describeForAudit } from '#features/documents/model/audit-object.ts';
import { rememberGrant } from './grants.service.ts';
import { findHeirs, lockPrivateDocumentsOf, putHeirs } from './last-manager.queries.ts';

/**
 * Private documents that only a person who is leaving manages get another manager, in the same command, as private
 * projects do: whoever of the team's own people has the furthest right there, else whoever removes the person, if they are
 * owner or admin, else the owner who has been here longest.
 */
export async function passOnDocuments(command: Command, leaverId: string): Promise<void> {
  const { tx, userId, now } = command;
  // Locked first, then looked at: grants that change concurrently come before or after.
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
