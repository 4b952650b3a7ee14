import { LIMITS } from '@hearth/contracts/limits';
import type { Invite } from '@hearth/contracts/invites';
import { canInvite, type TeamRole } from '@hearth/contracts/permissions';
import { findTeam } from '#features/teams/index.ts';
import { loadActor } from '#features/members/index.ts';
import { runCommand, type Asked, type Command, type CommandResult } from '#platform/commands/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import { AppError, notFound } from '#platform/errors.ts';
import type { App, SessionInfo } from '#platform/feature.ts';
import { assertFreshSignIn } from '#platform/http/access.ts';
import { makeLink, openLink, urlOfLink } from './invite-link.ts';
import { countOpenInvites, insertInvite, lockInvite, setRevoked, type InviteRow } from './invites.queries.ts';

const DAY_MS = 86_400_000;
/** An invite that makes owners is made only by somebody who signed in just now. */
const OWNERSHIP_FRESH_SECONDS = 300;

interface OnTeam {
  teamId: string;
  session: SessionInfo;
}

export interface InviteRequest {
  id?: string | undefined;
  teamRole: TeamRole;
  email?: string | undefined;
  expiresInDays: number;
  maxUses?: number | undefined;
}

/** The caller's rights over invites, as they are in this transaction. */
export interface Inviter {
  userId: string;
  role: TeamRole;
  membersMayInvite: boolean;
}

export async function loadInviter(tx: TeamTx, teamId: string, userId: string): Promise<Inviter> {
  const actor = await loadActor(tx, userId);
  const team = await findTeam(tx, teamId);
  if (actor?.role === null || actor === null || team === null) throw notFound('This team');
  return { userId, role: actor.role, membersMayInvite: team.membersMayInvite };
}

/** An invite as its reader may see it: the link only for those who may make such an invite themselves. */
export function describeInvite(app: App, row: InviteRow, reader: Inviter): Invite {
  const maySeeLink = canInvite(reader.role, row.role, reader.membersMayInvite);
  const link = maySeeLink ? openLink(app, row.link_secret) : null;
  return {
    id: row.id,
    link,
    url: link === null ? null : urlOfLink(app, link),
    teamRole: row.role,
    email: row.email,
    expiresAt: row.expires_at.toISOString(),
    maxUses: row.max_uses,
    uses: row.uses,
  };
}

/**
 * Makes an invite link. What is kept as the first answer holds no link: it is opened again for each answer.
 * @throws AppError FORBIDDEN for a role that the caller may not give; REAUTH_REQUIRED for owners; INVALID_STATE past the bound
 */
export async function makeInvite(
  app: App,
  on: OnTeam,
  body: InviteRequest,
  asked: Asked,
): Promise<CommandResult<{ invite: Invite }>> {
  const { teamId, session } = on;
  const { link, linkHash, linkSecret } = makeLink(app);
  const result = await runCommand(app, { teamId, userId: session.userId, asked }, async (command) => {
    const inviter = await loadInviter(command.tx, teamId, session.userId);
    if (!canInvite(inviter.role, body.teamRole, inviter.membersMayInvite)) {
      throw new AppError(
        'FORBIDDEN',
        'Owners invite to any role, admins members and guests, members guests if the team lets them.',
      );
    }
    if (body.teamRole === 'owner') assertFreshSignIn(app, session, OWNERSHIP_FRESH_SECONDS);
    if ((await countOpenInvites(command.tx, teamId, command.now)) >= LIMITS.invitesPerTeam) {
      throw new AppError(
        'INVALID_STATE',
        `A team has ${LIMITS.invitesPerTeam} open invites at most: revoke some first.`,
      );
    }
    const row = await insertInvite(command.tx, teamId, {
      id: body.id ?? command.newId(),
      linkHash,
      linkSecret,
      role: body.teamRole,
      email: body.email ?? null,
      maxUses: body.maxUses ?? (body.email === undefined ? null : 1),
      createdBy: session.userId,
      createdAt: command.now,
      expiresAt: new Date(command.now.getTime() + body.expiresInDays * DAY_MS),
    });
    if (row === null) throw new AppError('CONFLICT', 'This id is taken.');
    command.audit({ act: 'invite.made', object: 'invite', objectId: row.id, details: { role: row.role } });
    const { link: _link, url: _url, ...invite } = describeInvite(app, row, inviter);
    return { invite, linkSecret: row.link_secret.toString('base64') };
  });
  const { invite, linkSecret: kept } = result.value;
  const openedLink = result.isRepeated ? openLink(app, Buffer.from(kept, 'base64')) : link;
  return { ...result, value: { invite: { ...invite, link: openedLink, url: urlOfLink(app, openedLink) } } };
}

/** @throws AppError NOT_FOUND when it is unknown or revoked; FORBIDDEN when it is neither one's own nor one that one may make */
export async function revokeInvite(
  app: App,
  on: OnTeam & { inviteId: string },
  asked: Asked,
): Promise<CommandResult<null>> {
  const { teamId, session, inviteId } = on;
  return await runCommand(app, { teamId, userId: session.userId, asked }, async (command: Command) => {
    const row = await lockInvite(command.tx, teamId, inviteId);
    if (row === null || row.revoked_at !== null) throw notFound('This invite');
    const reader = await loadInviter(command.tx, teamId, session.userId);
    const mayRevoke =
      row.created_by === session.userId || canInvite(reader.role, row.role, reader.membersMayInvite);
    if (!mayRevoke) throw new AppError('FORBIDDEN', 'This invite is for those who may make such an invite.');
    await setRevoked(command.tx, teamId, inviteId, command.now);
    command.audit({ act: 'invite.revoked', object: 'invite', objectId: inviteId });
    return null;
  });
}
