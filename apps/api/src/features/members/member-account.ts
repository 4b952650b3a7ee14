import type { Account, AccountExport } from '@hearth/contracts/account/account';
import { FORMER_MEMBER } from '@hearth/contracts/auth/account-values';
import { deleteWithLastPerson } from '#features/teams/index.ts';
import type { AccountPart } from '#features/auth/index.ts';
import { runCommand, type Command } from '#platform/commands/index.ts';
import { readTeam, withTeam, withUser } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import {
  findHeir,
  findSoleOwnership,
  eraseMember,
  listAllMemberships,
  type OwnMembership,
} from './member-account.queries.ts';
import { endMembership, findMember, lockWithOwners } from './members.queries.ts';
import { setRole } from './members.service.ts';
import { countSeatOf } from './seats.ts';
import { findWorkTime } from './work-times.queries.ts';

/** The part of an account with the user's memberships. */
export function createMemberPart(app: App): AccountPart {
  const list = (userId: string): Promise<OwnMembership[]> =>
    withUser(app.db, { userId }, (tx) => listAllMemberships(tx, userId), { isReadOnly: true });

  return {
    async export(userId): Promise<Pick<AccountExport, 'memberships' | 'workTimes'>> {
      const rows = await list(userId);
      const workTimes: AccountExport['workTimes'] = [];
      for (const { teamId, removedAt } of rows) {
        if (removedAt !== null) continue;
        const own = await readTeam(app.db, { teamId, userId }, (tx) => findWorkTime(tx, userId));
        if (own !== null) workTimes.push({ teamId, ...own });
      }
      return {
        workTimes,
        memberships: rows.map((row) => ({
          teamId: row.teamId,
          teamName: row.teamName,
          teamRole: row.role,
          joinedAt: row.joinedAt.toISOString(),
          leftAt: row.removedAt?.toISOString() ?? null,
        })),
      };
    },

    async findObstacles(userId) {
      const owned = (await list(userId)).filter(
        (row) => row.removedAt === null && row.role === 'owner' && !row.isTeamDeleted,
      );
      const found = [];
      for (const { teamId, teamName } of owned) {
        const isSole = await readTeam(app.db, { teamId, userId }, (tx) => findSoleOwnership(tx, userId));
        if (isSole) found.push({ _id: teamId, name: teamName });
      }
      return found;
    },

    async purge({ id: userId }: Account) {
      for (const { teamId, removedAt } of await list(userId)) {
        if (removedAt === null) {
          await runCommand(app, { teamId, userId, requestKey: null }, (command) =>
            removeDeletedAccount(app, command),
          );
        }
        await withTeam(app.db, { teamId, userId: null }, (tx) => eraseMember(tx, userId, FORMER_MEMBER), {
          deadlineMs: 60_000,
        });
      }
    },
  };
}

/**
 * Removes a user from a team when their account is deleted. If the user has become the only owner since requesting the deletion, the
 * successor becomes owner. A team without a successor is deleted.
 */
async function removeDeletedAccount(app: App, command: Command): Promise<void> {
  const { tx, userId, now } = command;
  const owners = await lockWithOwners(tx, [userId]);
  const isMember = owners.some((one) => one.userId === userId);
  if (!isMember) return;
  const isOwned = owners.some((one) => one.role === 'owner' && one.userId !== userId);
  if (!isOwned) await transferToHeir(command);
  await app.events.emit('member.removed', command, userId);
  await countSeatOf(command, userId, () => endMembership(tx, userId, now));
  await app.events.emit('rights.lost', command, [userId]);
  command.remove('member', userId, 'team');
  command.changeAccess(userId);
  command.audit({ act: 'member.accountDeleted', object: 'member', objectId: userId });
}

async function transferToHeir(command: Command): Promise<void> {
  const { tx } = command;
  const successorId = await findHeir(tx, command.userId);
  if (successorId === null) return deleteWithLastPerson(command);
  const before = await findMember(tx, successorId);
  if (before === null) return;
  await setRole(command, successorId, 'owner');
  command.audit({
    act: 'member.roleChanged',
    object: 'member',
    objectId: successorId,
    details: { from: before.teamRole, to: 'owner' },
  });
}
