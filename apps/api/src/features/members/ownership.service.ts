import type { Member } from '@hearth/contracts/members/members';
import { can } from '@hearth/contracts/permissions/permissions';
import { runCommand, type RequestKey, type Command, type CommandResult } from '#platform/commands/index.ts';
import { forbidden, invalidField, notFound } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import { lockWithOwners } from './members.queries.ts';
import { setRole } from './members.service.ts';

/**
 * Transfers ownership of a team in one command: the target becomes an owner and the caller an admin.
 * @throws AppError NOT_FOUND, FORBIDDEN; INVALID_REQUEST for a transfer to the caller; PLAN_LIMIT_REACHED if the target needs a seat and
 * none is free
 */
export async function transferOwnership(
  app: App,
  on: { teamId: string; userId: string; newOwnerId: string },
  requestKey: RequestKey,
): Promise<CommandResult<{ member: Member }>> {
  const { teamId, userId, newOwnerId } = on;
  if (newOwnerId === userId) throw invalidField('userId', 'must be someone else');
  return await runCommand(app, { teamId, userId, requestKey }, async (command) => {
    const { own, heir: newOwner } = await lockBoth(command, newOwnerId);
    const actor = { userId, role: own.role, grants: {}, privateProjects: {} };
    if (!can(actor, 'ownership.transfer')) {
      throw forbidden('ownership.transfer');
    }
    const member = await setRole(command, newOwnerId, 'owner');
    await setRole(command, userId, 'admin');
    command.audit({
      act: 'ownership.transferred',
      object: 'member',
      objectId: newOwnerId,
      details: { from: userId, to: newOwnerId, previousRole: newOwner.role },
    });
    return { member };
  });
}

async function lockBoth(command: Command, newOwnerId: string) {
  const locked = await lockWithOwners(command.tx, [command.userId, newOwnerId]);
  const own = locked.find((one) => one.userId === command.userId);
  const newOwner = locked.find((one) => one.userId === newOwnerId);
  if (own === undefined) throw notFound('This team');
  if (newOwner === undefined) throw notFound('This member');
  return { own, heir: newOwner };
}
