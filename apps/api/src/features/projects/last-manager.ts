import type { Command } from '#platform/commands/index.ts';
import { asAuditObject } from './audit-object.ts';
import { rememberGrant } from './grants.service.ts';
import { findHeirs, lockPrivateProjectsOf, putHeirs } from './last-manager.queries.ts';

/**
 * Private projects that only a person who is leaving manages get another manager, in the same command: whoever of the
 * team's own people works in it with the furthest right; where nobody does, whoever removes the person, if they are
 * owner or admin; else the owner who has been here longest. Guests are left out: a right to write may need a seat.
 * It is audited and stands in the project's history, so that nobody comes to read it silently.
 */
export async function passOnManagement(command: Command, leaverId: string): Promise<void> {
  const { tx, userId, now } = command;
  // Locked first, then looked at: grants that change concurrently come before or after.
  const projects = await lockPrivateProjectsOf(tx, leaverId);
  if (projects.length === 0) return;
  const ids = projects.map(({ id }) => id);
  const heirs = await findHeirs(tx, { projectIds: ids, leaverId, actorId: userId });
  await putHeirs(tx, heirs, { by: userId, at: now });
  for (const { projectId, heirId, before } of heirs) {
    const project = projects.find(({ id }) => id === projectId);
    if (project === undefined) continue;
    command.changeAccess(heirId);
    rememberGrant(command, projectId, heirId, before, 'manage');
    command.audit({
      act: 'project.managementPassedOn',
      ...asAuditObject(project),
      details: { userId: heirId, from: leaverId, level: 'manage', before },
    });
  }
}
