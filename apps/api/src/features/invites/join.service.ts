import { DAY_MS } from '@hearth/contracts/core/days';
import type { InvitePreview } from '@hearth/contracts/invites/invites';
import type { Member } from '@hearth/contracts/members/members';
import type { Team } from '@hearth/contracts/teams/teams';
import { findTeam, lockRole } from '#features/teams/index.ts';
import { hasEntrySince } from '#features/audit/index.ts';
import { addMember, findMember, getMember } from '#features/members/index.ts';
import { writeAudit, type Provenance } from '#platform/audit/index.ts';
import { runCommand, type RequestKey, type Command, type CommandResult } from '#platform/commands/index.ts';
import { readTeam, withSystem, withTeam } from '#platform/db/index.ts';
import { AppError, notFound } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import { assertMeantFor } from './address.ts';
import { hashLink } from './invite-link.ts';
import { assertKnown, assertLetsIn } from './invite-rules.ts';
import { addUse, findByLink, findInvite, findPerson, lockInvite } from './invites.queries.ts';
import { recordTurnedAway } from './turned-away.ts';
import { deleteTurnedAway } from './turned-away.queries.ts';

/** Returns a preview for anyone who has the link. @throws AppError NOT_FOUND (unknown, revoked, deleted team), INVITE_EXPIRED */
export async function previewInvite(app: App, link: string): Promise<InvitePreview> {
  const { teamId, inviteId } = await findTarget(app, link);
  return await readTeam(app.db, { teamId, userId: null }, async (tx) => {
    const { invite, team } = assertKnown(await findInvite(tx, inviteId), await findTeam(tx));
    assertLetsIn(invite, team.membersMayInvite, app.clock.now());
    return {
      teamName: team.name,
      inviterName: invite.inviter_name,
      teamRole: invite.role,
      expiresAt: invite.expires_at.toISOString(),
    };
  });
}

type Joined = CommandResult<{ team: Team; member: Member }>;

/**
 * Accepts an invite: one transaction counts the use, takes the seat and adds the membership. For existing members, this is a no-op with the
 * same response. If all seats are taken, the owners are notified.
 * @throws AppError NOT_FOUND, FORBIDDEN (for another address or domain), INVITE_EXPIRED, PLAN_LIMIT_REACHED
 */
export async function joinTeam(
  app: App,
  userId: string,
  link: string,
  requestKey: RequestKey,
): Promise<Joined> {
  const { teamId, inviteId } = await findTarget(app, link);
  // The link is a secret: the idempotency record contains only its hash.
  const storedKey = { ...requestKey, path: `/invites/${hashLink(link).toString('hex')}/join` };
  const joining = runCommand(app, { teamId, userId, requestKey: storedKey }, (command) =>
    join(command, inviteId),
  );
  return await joining.catch(async (error: unknown) => {
    if (error instanceof AppError && error.code === 'PLAN_LIMIT_REACHED') {
      await auditRefusal(app, { teamId, userId, inviteId, from: requestKey.from });
      if (error.extra.limit === 'collaborators') await recordTurnedAway(app, teamId, userId);
    }
    throw error;
  });
}

async function join(command: Command, inviteId: string): Promise<Joined['value']> {
  const { tx, now, userId } = command;
  const { invite, team } = assertKnown(await lockInvite(tx, inviteId), await findTeam(tx));
  const known = await findMember(tx, userId);
  if (known !== null) return { team, member: known };
  assertMeantFor(invite, await findPerson(tx, userId));
  const inviterRole = await lockRole(tx, invite.created_by);
  assertLetsIn({ ...invite, inviter_role: inviterRole }, team.membersMayInvite, now);
  // Do not count a use if the user has joined with another invite in the meantime.
  if ((await addMember(command, userId, invite.role)) !== null) {
    await addUse(tx, inviteId);
    await deleteTurnedAway(tx, userId);
    command.audit({
      act: 'member.joined',
      object: 'member',
      objectId: userId,
      details: { role: invite.role, inviteId, invitedBy: invite.created_by },
    });
  }
  return { team, member: await getMember(command, userId) };
}

/** Audits that a user could not join a full team, at most once per day, user and invite. */
async function auditRefusal(
  app: App,
  on: { teamId: string; userId: string; inviteId: string; from: Provenance },
): Promise<void> {
  const { teamId, userId, inviteId, from } = on;
  const now = app.clock.now();
  const act = 'invite.refused';
  await withTeam(app.db, { teamId, userId }, async (tx) => {
    const since = new Date(now.getTime() - DAY_MS);
    if (await hasEntrySince(tx, { act, actor: userId, objectId: inviteId, since })) return;
    const audit = { object: 'invite', objectId: inviteId, details: { reason: 'full' } } as const;
    await writeAudit(tx, { act, ...audit }, { teamId, userId, now, from });
  });
}

async function findTarget(app: App, link: string): Promise<{ teamId: string; inviteId: string }> {
  const target = await withSystem(app.db, async (tx) => await findByLink(tx, hashLink(link)), {
    isReadOnly: true,
  });
  if (target === null) throw notFound('This invite');
  return target;
}
