import { LIMITS } from '@hearth/contracts/core/limits';
import { canInvite, type TeamRole } from '@hearth/contracts/permissions/permissions';
import type { Team } from '@hearth/contracts/teams/teams';
import { AppError, invalidField, notFound } from '#platform/errors.ts';
import { isOver, type InviteReader } from './invite-state.ts';
import type { InviteRow } from './invites.queries.ts';

const MINUTE_MS = 60_000;

/** Checks that the fields of a new invite can be combined. @throws AppError INVALID_REQUEST naming the invalid field */
export function assertShape(body: {
  email?: string | undefined;
  domain?: string | undefined;
  maxUses?: number | undefined;
}): void {
  const { email, domain, maxUses = 1 } = body;
  if (email === undefined) return;
  if (domain !== undefined)
    throw invalidField('domain', 'can’t be combined with email: it’s for invite links');
  if (maxUses !== 1) throw invalidField('maxUses', 'must be 1 for an invite to an email address');
}

/** @throws AppError FORBIDDEN if the inviter may not invite with this role */
export function assertMayInvite(inviter: InviteReader, role: TeamRole): void {
  if (canInvite(inviter.role, role, inviter.membersMayInvite)) return;
  throw new AppError(
    'FORBIDDEN',
    'Owners can invite people to any role, admins can invite members and guests, and members can invite guests if the team allows it.',
  );
}

/** Members may revoke their own invites and invites that they could create. @throws AppError FORBIDDEN */
export function assertMayRevoke(
  invite: Pick<InviteRow, 'created_by' | 'role'>,
  reader: InviteReader & { userId: string },
): void {
  if (invite.created_by === reader.userId) return;
  if (canInvite(reader.role, invite.role, reader.membersMayInvite)) return;
  throw new AppError('FORBIDDEN', 'Only people who can make this kind of invite can use it.');
}

/** Checks that the address belongs to neither a member nor an open invite. @throws AppError CONFLICT; its path tells which */
export function assertIsNew(known: { isMember: boolean; isInvited: boolean }): void {
  if (known.isMember) throw taken('member', 'Someone with this email address is already in the team.');
  if (known.isInvited)
    throw taken(
      'email',
      'This email address is already invited. Send that invite again, or revoke it first.',
    );
}

function taken(path: 'member' | 'email', message: string): AppError {
  return new AppError('CONFLICT', message, { errors: [{ path, message }] });
}

/** Fields that determine whether an invite is valid. `inviter_role` is null after the author has left. */
type InviteState = Pick<InviteRow, 'revoked_at' | 'expires_at' | 'max_uses' | 'uses' | 'role'> & {
  inviter_role: TeamRole | null;
};

/** @throws AppError NOT_FOUND if the invite is unknown or revoked, or its team is deleted */
export function assertKnown<I extends Pick<InviteRow, 'revoked_at'>>(
  invite: I | null,
  team: Team | null,
): { invite: I; team: Team } {
  const isKnown = invite?.revoked_at === null && team?.deletedAt === null;
  if (!isKnown) throw notFound('This invite');
  return { invite, team };
}

/** Checks that the invite is open and its author may still create such an invite. @throws AppError INVITE_EXPIRED */
export function assertLetsIn(invite: InviteState, membersMayInvite: boolean, now: Date): void {
  if (!isOver(invite, now) && canInvite(invite.inviter_role, invite.role, membersMayInvite)) return;
  throw new AppError('INVITE_EXPIRED', 'This invite is no longer valid. Ask for a new one.');
}

/**
 * Checks that the email of this invite may be resent.
 * @throws AppError INVITE_EXPIRED, RATE_LIMITED; INVALID_STATE if there is no email to send or it can no longer be sent
 */
export function assertMayMail(
  invite: InviteState & Pick<InviteRow, 'email' | 'mails_asked' | 'mail_asked_at'>,
  at: { hasMail: boolean; membersMayInvite: boolean; now: Date },
): void {
  if (isOver(invite, at.now))
    throw new AppError('INVITE_EXPIRED', 'This invite has expired. Make a new one.');
  if (invite.email === null)
    throw invalid('This invite is a link, so there’s nobody to email it to. Copy the link instead.');
  if (!at.hasMail) throw invalid('Email isn’t set up here. Copy the link instead.');
  assertMailPace(invite, at.now);
  if (!canInvite(invite.inviter_role, invite.role, at.membersMayInvite))
    throw invalid('The person who made this invite can’t invite people any more. Make a new one.');
}

function assertMailPace(invite: Pick<InviteRow, 'mails_asked' | 'mail_asked_at'>, now: Date): void {
  const { mails_asked: count, mail_asked_at: last } = invite;
  if (count >= LIMITS.mailsPerInvite)
    throw invalid(
      `This invite was already emailed ${LIMITS.mailsPerInvite} times. Copy the link, or make a new invite.`,
    );
  // The first resend is allowed immediately. The minimum interval applies only to later ones.
  if (last === null || count < 2) return;
  const waitMs = last.getTime() + LIMITS.minutesBetweenMails * MINUTE_MS - now.getTime();
  if (waitMs <= 0) return;
  throw new AppError(
    'RATE_LIMITED',
    'The email is on its way. Wait a few minutes before you send it again.',
    {
      retryAfterSeconds: Math.ceil(waitMs / 1000),
    },
  );
}

function invalid(detail: string): AppError {
  return new AppError('INVALID_STATE', detail);
}
