import type { Member } from '@hearth/contracts/members/members';
import { can } from '@hearth/contracts/permissions/permissions';
import { runCommand, type RequestKey, type Command, type CommandResult } from '#platform/commands/index.ts';
import { forbidden, invalidField, notFound } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import { lockWithOwners } from './members.queries.ts';
import { setRole } from './members.service.ts';

/**
 * Transfers ownership of a team in one command: the target becomes an owner and the caller an admin. @throws AppError NOT_FOUND, FORBIDDEN
 */
export async function transferOwnership(
  app: App,
  on: { teamId: string; userId: string; heirId: string },
  requestKey: RequestKey,
): Promise<CommandResult<{ member: Member }>> {
  const { teamId, userId, heirId } = on;
  if (heirId === userId) throw invalidField('userId', 'must be someone else');
  return await runCommand(app, { teamId, userId, asked: requestKey }, async (command) => {
    const { own, heir } = await lockBoth(command, heirId);
    const actor = { userId, role: own.role, grants: {}, privateProjects: {} };
    if (!can(actor, 'ownership.transfer')) {
      throw forbidden('ownership.transfer');
    }
    const member = await setRole(command, heirId, 'owner');
    await setRole(command, userId, 'admin');
    command.audit({
      act: 'ownership.transferred',
      object: 'member',
      objectId: heirId,
      details: { from: userId, to: heirId, previousRole: heir.role },
    });
    return { member };
  });
}

async function lockBoth(command: Command, heirId: string) {
  const locked = await lockWithOwners(command.tx, [command.userId, heirId]);
  const own = locked.find((one) => one.userId === command.userId);
  const heir = locked.find((one) => one.userId === heirId);
  if (own === undefined) throw notFound('This team');
  if (heir === undefined) throw notFound('This member');
  return { own, heir };
}
