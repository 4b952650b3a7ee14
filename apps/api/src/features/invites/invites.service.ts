import { LIMITS } from '@hearth/contracts/limits';
import type { Invite } from '@hearth/contracts/invites';
import { canInvite, type TeamRole } from '@hearth/contracts/permissions';
import { findTeam } from '#features/teams/index.ts';
import { loadActor } from '#features/members/index.ts';
import { runCommand, type Asked, type Command, type CommandResult } from '#platform/commands/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import { AppError, invalidField, notFound } from '#platform/errors.ts';
import type { App, SessionInfo } from '#platform/feature.ts';
import { assertFreshSignIn } from '#platform/http/access.ts';
import { deliveryOf } from '#platform/mail/index.ts';
import { makeLink, openLink, urlOfLink } from './invite-link.ts';
import { assertPace } from './invite-pace.ts';
import { describeInvite, isOver, type InviteReader } from './invite-state.ts';
import { inviteMail } from './invites.jobs.ts';
import {
  findAddress,
  findInvite,
  insertInvite,
  lockInvite,
  noteMailAsked,
  setRevoked,
  type InviteRow,
  type MadeInvite,
} from './invites.queries.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** An invite that makes owners is made only by somebody who signed in just now. */
const OWNERSHIP_FRESH_SECONDS = 300;

interface OnTeam {
  teamId: string;
  session: SessionInfo;
}

export interface InviteRequest {
  id?: string | undefined;
  teamRole?: TeamRole | undefined;
  email?: string | undefined;
  domain?: string | undefined;
  expiresInDays: number;
  maxUses?: number | undefined;
}

/** The caller's rights over invites, as they are in this transaction. */
export interface Inviter extends InviteReader {
  userId: string;
  defaultRole: TeamRole;
}

export async function loadInviter(tx: TeamTx, teamId: string, userId: string): Promise<Inviter> {
  const actor = await loadActor(tx, userId);
  const team = await findTeam(tx, teamId);
  if (actor?.role === null || actor === null || team === null) throw notFound('This team');
  const { membersMayInvite, defaultRole } = team;
  return { userId, role: actor.role, membersMayInvite, defaultRole };
}

/**
 * Makes an invite link; one to an address is mailed where mail goes out. What is kept as the first answer holds no
 * link: it is opened again for each answer.
 * @throws AppError FORBIDDEN for a role that the caller may not give; REAUTH_REQUIRED for owners; CONFLICT for an
 *   address that is invited or a member already; RATE_LIMITED, INVALID_STATE past the bounds
 */
export async function makeInvite(
  app: App,
  on: OnTeam,
  body: InviteRequest,
  asked: Asked,
): Promise<CommandResult<{ invite: Invite }>> {
  const { teamId, session } = on;
  assertShape(body);
  const { link, linkHash, linkSecret } = makeLink(app);
  const isMailed = body.email !== undefined && deliveryOf(app) !== 'none';
  const result = await runCommand(app, { teamId, userId: session.userId, asked }, async (command) => {
    const inviter = await loadInviter(command.tx, teamId, session.userId);
    const role = body.teamRole ?? inviter.defaultRole;
    assertMayInvite(app, session, inviter, role);
    await assertPace(app, command);
    if (body.email !== undefined) await assertIsNew(command, body.email);
    const made = await insertInvite(command.tx, teamId, {
      id: body.id ?? command.newId(),
      linkHash,
      linkSecret,
      role,
      email: body.email ?? null,
      domain: body.domain ?? null,
      isMailed,
      maxUses: body.maxUses ?? (body.email === undefined ? null : 1),
      createdBy: session.userId,
      createdAt: command.now,
      expiresAt: new Date(command.now.getTime() + body.expiresInDays * DAY_MS),
    });
    if (made === null) throw new AppError('CONFLICT', 'This id is taken.');
    if (isMailed) await command.enqueue(inviteMail, { data: { inviteId: made.id } });
    command.audit({
      act: 'invite.made',
      object: 'invite',
      objectId: made.id,
      details: { role: made.role, isForAddress: made.email !== null },
    });
    const row = await getInvite(command, made.id);
    const { link: _link, url: _url, ...invite } = describeInvite(app, row, inviter);
    return { invite, linkSecret: row.link_secret.toString('base64') };
  });
  const { invite, linkSecret: kept } = result.value;
  const openedLink = result.isRepeated ? openLink(app, Buffer.from(kept, 'base64')) : link;
  return { ...result, value: { invite: { ...invite, link: openedLink, url: urlOfLink(app, openedLink) } } };
}

/**
 * Sends the mail of an invite again, a few times and not at once.
 * @throws AppError NOT_FOUND, FORBIDDEN, INVITE_EXPIRED, RATE_LIMITED; INVALID_STATE where there is nothing to send
 */
export async function resendInvite(
  app: App,
  on: OnTeam & { inviteId: string },
  asked: Asked,
): Promise<CommandResult<{ invite: Invite }>> {
  const { teamId, session, inviteId } = on;
  const result = await runCommand(app, { teamId, userId: session.userId, asked }, async (command) => {
    const locked = await lockOpen(command, inviteId);
    const inviter = await loadInviter(command.tx, teamId, session.userId);
    assertMayInvite(app, session, inviter, locked.role);
    if (isOver(locked, command.now))
      throw new AppError('INVITE_EXPIRED', 'This invite has expired. Make a new one.');
    if (locked.email === null)
      throw new AppError(
        'INVALID_STATE',
        'This invite is a link for whoever has it: there is nobody to mail it to.',
      );
    if (deliveryOf(app) === 'none')
      throw new AppError('INVALID_STATE', 'No mail goes out from here: copy the link instead.');
    assertMailPace(locked, command.now);
    await noteMailAsked(command.tx, teamId, inviteId, command.now);
    const row = await getInvite(command, inviteId);
    const invite = describeInvite(app, row, inviter);
    if (invite.state === 'blocked')
      throw new AppError(
        'INVALID_STATE',
        'Whoever made this invite may not invite any more: make a new one.',
      );
    await command.enqueue(inviteMail, { data: { inviteId } });
    command.audit({ act: 'invite.resent', object: 'invite', objectId: inviteId });
    const { link: _link, url: _url, ...rest } = invite;
    return { invite: rest, linkSecret: row.link_secret.toString('base64') };
  });
  const { invite, linkSecret } = result.value;
  const link = openLink(app, Buffer.from(linkSecret, 'base64'));
  return { ...result, value: { invite: { ...invite, link, url: urlOfLink(app, link) } } };
}

/** @throws AppError NOT_FOUND when it is unknown or revoked; FORBIDDEN when it is neither one's own nor one that one may make */
export async function revokeInvite(
  app: App,
  on: OnTeam & { inviteId: string },
  asked: Asked,
): Promise<CommandResult<null>> {
  const { teamId, session, inviteId } = on;
  return await runCommand(app, { teamId, userId: session.userId, asked }, async (command: Command) => {
    const row = await lockOpen(command, inviteId);
    const reader = await loadInviter(command.tx, teamId, session.userId);
    const mayRevoke =
      row.created_by === session.userId || canInvite(reader.role, row.role, reader.membersMayInvite);
    if (!mayRevoke) throw new AppError('FORBIDDEN', 'This invite is for those who may make such an invite.');
    await setRevoked(command.tx, teamId, inviteId, command.now);
    command.audit({
      act: 'invite.revoked',
      object: 'invite',
      objectId: inviteId,
      details: { role: row.role },
    });
    return null;
  });
}

/** @throws AppError INVALID_REQUEST in the words of the field */
function assertShape({ email, domain, maxUses }: InviteRequest): void {
  if (email === undefined) return;
  if (domain !== undefined) throw invalidField('domain', 'goes with a link, not with an address');
  if (maxUses !== undefined && maxUses !== 1)
    throw invalidField('maxUses', 'is 1 for an invite to an address');
}

function assertMayInvite(app: App, session: SessionInfo, inviter: Inviter, role: TeamRole): void {
  if (!canInvite(inviter.role, role, inviter.membersMayInvite)) {
    throw new AppError(
      'FORBIDDEN',
      'Owners invite to any role, admins members and guests, members guests if the team lets them.',
    );
  }
  if (role === 'owner') assertFreshSignIn(app, session, OWNERSHIP_FRESH_SECONDS);
}

async function assertIsNew({ tx, teamId, now }: Command, email: string): Promise<void> {
  const { isInvited, isMember } = await findAddress(tx, teamId, email, now);
  if (isMember) throw taken('member', 'Whoever has this address is a member of the team already.');
  if (isInvited)
    throw taken('email', 'This address is invited already. Send that invite again, or revoke it first.');
}

function taken(path: 'member' | 'email', message: string): AppError {
  return new AppError('CONFLICT', message, { errors: [{ path, message }] });
}

function assertMailPace(invite: InviteRow, now: Date): void {
  if (invite.mails_asked >= LIMITS.mailsPerInvite) {
    throw new AppError(
      'INVALID_STATE',
      `This invite was mailed ${LIMITS.mailsPerInvite} times. Copy the link, or make a new invite.`,
    );
  }
  const freeAt = (invite.mail_asked_at?.getTime() ?? 0) + LIMITS.minutesBetweenMails * MINUTE_MS;
  // The first repetition may follow at once: the first mail may have gone to nobody.
  if (invite.mails_asked > 1 && freeAt > now.getTime()) {
    throw new AppError(
      'RATE_LIMITED',
      'The mail is on its way. Wait a few minutes before you send it again.',
      {
        retryAfterSeconds: Math.ceil((freeAt - now.getTime()) / 1000),
      },
    );
  }
}

async function lockOpen({ tx, teamId }: Command, inviteId: string): Promise<InviteRow> {
  const row = await lockInvite(tx, teamId, inviteId);
  if (row === null || row.revoked_at !== null) throw notFound('This invite');
  return row;
}

async function getInvite({ tx, teamId }: Command, inviteId: string): Promise<MadeInvite> {
  const row = await findInvite(tx, teamId, inviteId);
  if (row === null) throw notFound('This invite');
  return row;
}
