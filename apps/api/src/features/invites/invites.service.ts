import { DAY_MS } from '@hearth/contracts/core/days';
import type { Invite } from '@hearth/contracts/invites/invites';
import type { TeamRole } from '@hearth/contracts/permissions/permissions';
import { findTeam } from '#features/teams/index.ts';
import { loadActor } from '#features/members/index.ts';
import { runCommand, type RequestKey, type Command, type CommandResult } from '#platform/commands/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import { AppError, notFound } from '#platform/errors.ts';
import type { App, SessionInfo } from '#platform/feature.ts';
import { assertFreshSignIn } from '#platform/http/access.ts';
import { deliveryOf } from '#platform/mail/index.ts';
import { makeLink, openLink, urlOfLink } from './invite-link.ts';
import { assertPace } from './invite-pace.ts';
import { assertIsNew, assertMayInvite, assertMayMail, assertMayRevoke, assertShape } from './invite-rules.ts';
import { describeInvite, type InviteReader } from './invite-state.ts';
import { inviteMail } from './invites.jobs.ts';
import {
  findAddress,
  findInvite,
  insertInvite,
  lockInvite,
  recordMailRequest,
  setRevoked,
  type InviteRow,
  type InviteWithAuthor,
} from './invites.queries.ts';

interface TeamUser {
  teamId: string;
  session: SessionInfo;
}

interface InviteRequest {
  id?: string | undefined;
  teamRole?: TeamRole | undefined;
  email?: string | undefined;
  domain?: string | undefined;
  expiresInDays: number;
  maxUses?: number | undefined;
}

/** The caller's permissions for invites, read in this transaction. */
interface Inviter extends InviteReader {
  userId: string;
  defaultRole: TeamRole;
}

async function loadInviter(tx: TeamTx, userId: string): Promise<Inviter> {
  const actor = await loadActor(tx, userId);
  const team = await findTeam(tx);
  const role = actor?.role ?? null;
  if (role === null || team === null) throw notFound('This team');
  const { membersMayInvite, defaultRole } = team;
  return { userId, role, membersMayInvite, defaultRole };
}

/**
 * Creates an invite link. An invite to an address is emailed if mail delivery is configured. The response stored for idempotency contains
 * the link only in encrypted form. It is decrypted again for each response.
 * @throws AppError INVALID_REQUEST; FORBIDDEN for a role that the caller may not grant; REAUTH_REQUIRED for the role owner; CONFLICT for an
 * id in use or an address that is already invited or a member; RATE_LIMITED, INVALID_STATE above the limits
 */
export async function makeInvite(
  app: App,
  on: TeamUser,
  body: InviteRequest,
  requestKey: RequestKey,
): Promise<CommandResult<{ invite: Invite }>> {
  const { teamId, session } = on;
  assertShape(body);
  const { linkHash, linkSecret } = makeLink(app);
  const isMailed = body.email !== undefined && deliveryOf(app) !== 'none';
  const result = await runCommand(app, { teamId, userId: session.userId, requestKey }, async (command) => {
    const inviter = await loadInviter(command.tx, session.userId);
    const role = body.teamRole ?? inviter.defaultRole;
    assertMayInvite(inviter, role);
    if (role === 'owner') assertFreshSignIn(app, session);
    await assertPace(app, command);
    if (body.email !== undefined) assertIsNew(await findAddress(command.tx, body.email, command.now));
    const inserted = await insertInvite(command.tx, {
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
    if (inserted === null) throw new AppError('CONFLICT', 'This id is already in use.');
    if (isMailed) await command.enqueue(inviteMail, { data: { inviteId: inserted.id } });
    command.audit({
      act: 'invite.made',
      object: 'invite',
      objectId: inserted.id,
      details: { role: inserted.role, isForAddress: inserted.email !== null },
    });
    return toStoredInvite(app, await getInvite(command, inserted.id), inviter);
  });
  return { ...result, value: addLink(app, result.value) };
}

/**
 * Resends the email of an invite. The number of emails is limited, with a minimum interval between them.
 * @throws AppError NOT_FOUND, FORBIDDEN, INVITE_EXPIRED, RATE_LIMITED; REAUTH_REQUIRED for the role owner; INVALID_STATE if there is no
 * email to send or it may no longer be sent
 */
export async function resendInvite(
  app: App,
  on: TeamUser & { inviteId: string },
  requestKey: RequestKey,
): Promise<CommandResult<{ invite: Invite }>> {
  const { teamId, session, inviteId } = on;
  const result = await runCommand(app, { teamId, userId: session.userId, requestKey }, async (command) => {
    await lockOpen(command, inviteId);
    const inviter = await loadInviter(command.tx, session.userId);
    const { membersMayInvite } = inviter;
    const invite = await getInvite(command, inviteId);
    assertMayInvite(inviter, invite.role);
    if (invite.role === 'owner') assertFreshSignIn(app, session);
    assertMayMail(invite, { hasMail: deliveryOf(app) !== 'none', membersMayInvite, now: command.now });
    await recordMailRequest(command.tx, inviteId, command.now);
    await command.enqueue(inviteMail, { data: { inviteId } });
    command.audit({ act: 'invite.resent', object: 'invite', objectId: inviteId });
    return toStoredInvite(app, await getInvite(command, inviteId), inviter);
  });
  return { ...result, value: addLink(app, result.value) };
}

/** @throws AppError NOT_FOUND if the invite is unknown or revoked; FORBIDDEN if the caller neither created it nor could create it */
export async function revokeInvite(
  app: App,
  on: TeamUser & { inviteId: string },
  requestKey: RequestKey,
): Promise<CommandResult<null>> {
  const { teamId, session, inviteId } = on;
  return await runCommand(app, { teamId, userId: session.userId, requestKey }, async (command: Command) => {
    const row = await lockOpen(command, inviteId);
    const reader = await loadInviter(command.tx, session.userId);
    assertMayRevoke(row, reader);
    await setRevoked(command.tx, inviteId, command.now);
    command.audit({
      act: 'invite.revoked',
      object: 'invite',
      objectId: inviteId,
      details: { role: row.role },
    });
    return null;
  });
}

interface StoredInvite {
  invite: Omit<Invite, 'link' | 'url'>;
  linkSecret: string;
}

/** Builds the response stored for idempotency. It contains the link only in encrypted form, as the table does. */
function toStoredInvite(app: App, row: InviteWithAuthor, reader: InviteReader): StoredInvite {
  const { link: _link, url: _url, ...invite } = describeInvite(app, row, reader);
  return { invite, linkSecret: row.link_secret.toString('base64') };
}

function addLink(app: App, { invite, linkSecret }: StoredInvite): { invite: Invite } {
  const link = openLink(app, Buffer.from(linkSecret, 'base64'));
  return { invite: { ...invite, link, url: urlOfLink(app, link) } };
}

async function lockOpen({ tx }: Command, inviteId: string): Promise<InviteRow> {
  const row = await lockInvite(tx, inviteId);
  if (row === null || row.revoked_at !== null) throw notFound('This invite');
  return row;
}

async function getInvite({ tx }: Command, inviteId: string): Promise<InviteWithAuthor> {
  const row = await findInvite(tx, inviteId);
  if (row === null) throw notFound('This invite');
  return row;
}
