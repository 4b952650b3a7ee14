import type { Command } from '#platform/commands/index.ts';
import { asAuditObject } from './audit-object.ts';
import { rememberGrant } from './grants.service.ts';
import { findNewManagers, grantNewManagers } from './heirs.queries.ts';
import { lockPrivateProjectsOf } from './last-manager.queries.ts';

const GRANTED = { table: 'projects', grants: 'project_grants', column: 'project_id' } as const;

/**
 * Assigns a new manager, in the same command, to private projects managed only by the leaving user: the non-guest member with the highest
 * grant, or else the owner or admin who removes the user, or else the owner with the longest membership. Guests are excluded because write
 * access may need a seat. The assignment is audited and recorded in the project's history, so that no one gains access unnoticed.
 */
export async function passOnManagement(command: Command, leaverId: string): Promise<void> {
  const { tx, userId, now } = command;
  // Lock before reading to serialize concurrent grant changes.
  const projects = await lockPrivateProjectsOf(tx, leaverId);
  if (projects.length === 0) return;
  const ids = projects.map(({ id }) => id);
  const newManagers = await findNewManagers(tx, GRANTED, { ids, leaverId, actorId: userId });
  await grantNewManagers(tx, GRANTED, newManagers, { by: userId, at: now });
  for (const { id: projectId, heirId, before } of newManagers) {
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
