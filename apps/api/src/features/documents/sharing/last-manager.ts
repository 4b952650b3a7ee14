import { findNewManagers, grantNewManagers } from '#features/projects/index.ts';
import type { Command } from '#platform/commands/index.ts';
import { describeForAudit } from '#features/documents/model/audit-object.ts';
import { rememberGrant } from './grants.service.ts';
import { lockPrivateDocumentsOf } from './last-manager.queries.ts';

const GRANTED = { table: 'documents', grants: 'document_grants', column: 'document_id' } as const;

/**
 * Appoints a new manager for each private document whose only manager leaves the team, in the same command, as for private projects. The
 * new manager is the member (not a guest) with the highest grant on the document, or else the owner or admin who removes the user, or else
 * the owner with the longest membership.
 */
export async function passOnDocuments(command: Command, leaverId: string): Promise<void> {
  const { tx, userId, now } = command;
  // Lock the documents before reading their grants to serialize concurrent grant changes.
  const documents = await lockPrivateDocumentsOf(tx, leaverId);
  if (documents.length === 0) return;
  const ids = documents.map(({ id }) => id);
  const newManagers = await findNewManagers(tx, GRANTED, { ids, leaverId, actorId: userId });
  await grantNewManagers(tx, GRANTED, newManagers, { by: userId === '' ? null : userId, at: now });
  for (const { id: documentId, heirId, before } of newManagers) {
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
