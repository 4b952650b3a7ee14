import { isCollaborator } from '@hearth/contracts/permissions';
import type { Command } from '#platform/commands/index.ts';
import { listGrantLevels, lockMembership } from './members.queries.ts';

/**
 * Runs a change of somebody's membership, role or grants, and counts the collaborator's seat that they take or give
 * back by it. Their membership is held from before the change, so that two such changes count one after the other.
 */
export async function countSeatOf<T>(command: Command, userId: string, change: () => Promise<T>): Promise<T> {
  const before = await hasSeat(command, userId);
  const value = await change();
  const after = await hasSeat(command, userId);
  if (before !== after) command.count('collaborators', after ? 1 : -1);
  return value;
}

async function hasSeat({ tx, teamId }: Command, userId: string): Promise<boolean> {
  const role = await lockMembership(tx, teamId, userId);
  if (role === null) return false;
  if (role !== 'guest') return true;
  return isCollaborator(role, await listGrantLevels(tx, teamId, userId));
}
