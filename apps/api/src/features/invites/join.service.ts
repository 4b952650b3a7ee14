import type { InvitePreview } from '@hearth/contracts/invites';
import type { Member } from '@hearth/contracts/members';
import type { Team } from '@hearth/contracts/teams';
import { canInvite } from '@hearth/contracts/permissions';
import { findTeam, lockRole } from '#features/teams/index.ts';
import { addMember, findMember } from '#features/members/index.ts';
import { runCommand, type Asked, type CommandResult } from '#platform/commands/index.ts';
import { withSystem, withTeam, type TeamTx } from '#platform/db/index.ts';
import { AppError, notFound } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import { hashLink } from './invite-link.ts';
import { addUse, findByLink, findInvite, findPerson, lockInvite, type InviteRow } from './invites.queries.ts';

/** What a stranger with the link may know. @throws AppError NOT_FOUND (unknown, revoked), INVITE_EXPIRED */
export async function previewInvite(app: App, link: string): Promise<InvitePreview> {
  const { teamId, inviteId } = await findTarget(app, link);
  return await withTeam(
    app.db,
    { teamId, userId: null },
    async (tx) => {
      const { invite, team } = requireKnown(
        await findInvite(tx, teamId, inviteId),
        await findTeam(tx, teamId),
      );
      assertOpen(invite, app.clock.now());
      const inviter = await findPerson(tx, invite.created_by);
      return {
        teamName: team.name,
        inviterName: inviter?.name ?? '',
        teamRole: invite.role,
        expiresAt: invite.expires_at.toISOString(),
      };
    },
    { isReadOnly: true },
  );
}

/**
 * Uses an invite: one transaction takes a use, the seat and the membership. Whoever is a member already gets the same
 * answer, and nothing is used.
 * @throws AppError NOT_FOUND, FORBIDDEN (for somebody else's address), INVITE_EXPIRED, PLAN_LIMIT_REACHED
 */
export async function joinTeam(
  app: App,
  userId: string,
  link: string,
  asked: Asked,
): Promise<CommandResult<{ team: Team; member: Member }>> {
  const { teamId, inviteId } = await findTarget(app, link);
  // The link is a secret: the record of the first answer names it by its hash.
  const kept = { ...asked, path: `/invites/${hashLink(link).toString('hex')}/join` };
  return await runCommand(app, { teamId, userId, asked: kept }, async (command) => {
    const { tx, now } = command;
    const { invite, team } = requireKnown(await lockInvite(tx, teamId, inviteId), await findTeam(tx, teamId));
    const known = await findMember(tx, teamId, userId);
    if (known !== null) return { team, member: known };
    await assertMeantFor(tx, invite, userId);
    assertOpen(invite, now);
    const inviterRole = await lockRole(tx, teamId, invite.created_by);
    if (!canInvite(inviterRole, invite.role, team.membersMayInvite)) throw expired();
    const joined = await addMember(command, userId, invite.role);
    if (joined === null) {
      const member = await findMember(tx, teamId, userId);
      if (member === null) throw notFound('This invite');
      return { team, member };
    }
    await addUse(tx, teamId, inviteId);
    command.audit({
      act: 'member.joined',
      object: 'member',
      objectId: userId,
      details: { role: invite.role, inviteId, invitedBy: invite.created_by },
    });
    return { team, member: joined };
  });
}

async function findTarget(app: App, link: string): Promise<{ teamId: string; inviteId: string }> {
  const target = await withSystem(app.db, async (tx) => await findByLink(tx, hashLink(link)), {
    isReadOnly: true,
  });
  if (target === null) throw notFound('This invite');
  return target;
}

function requireKnown(invite: InviteRow | null, team: Team | null): { invite: InviteRow; team: Team } {
  const isKnown = invite !== null && invite.revoked_at === null && team !== null && team.deletedAt === null;
  if (!isKnown) throw notFound('This invite');
  return { invite, team };
}

function assertOpen(invite: InviteRow, now: Date): void {
  const isUsedUp = invite.max_uses !== null && invite.uses >= invite.max_uses;
  if (isUsedUp || invite.expires_at <= now) throw expired();
}

function expired(): AppError {
  return new AppError('INVITE_EXPIRED', 'This invite is no longer valid. Ask for a new one.');
}

/** An invite to an address is for the person who signed in with it; which address it is stays unsaid. */
async function assertMeantFor(tx: TeamTx, invite: InviteRow, userId: string): Promise<void> {
  if (invite.email === null) return;
  const person = await findPerson(tx, userId);
  if (person?.email.toLowerCase() !== invite.email.toLowerCase()) {
    throw new AppError(
      'FORBIDDEN',
      'This invite is for another address: sign in with the account that it was sent to.',
    );
  }
}
