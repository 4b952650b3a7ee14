import type { Invite } from '@hearth/contracts/invites/invites';
import { canInvite, type TeamRole } from '@hearth/contracts/permissions/permissions';
import type { App } from '#platform/feature.ts';
import { openLink, urlOfLink } from './invite-link.ts';
import type { InviteRow, InviteWithAuthor } from './invites.queries.ts';

type Lifetime = Pick<InviteRow, 'revoked_at' | 'expires_at' | 'max_uses' | 'uses'>;

export function isOpen(invite: Lifetime, now: Date): boolean {
  return invite.revoked_at === null && !isOver(invite, now);
}

/** Returns whether the invite is used up or expired. */
export function isOver(invite: Lifetime, now: Date): boolean {
  const isUsedUp = invite.max_uses !== null && invite.uses >= invite.max_uses;
  return isUsedUp || invite.expires_at <= now;
}

/** The reader of an invite, with the fields needed for authorization. */
export interface InviteReader {
  role: TeamRole;
  membersMayInvite: boolean;
}

/** Returns an invite as visible to a reader. The link is included only for readers who may create such an invite themselves. */
export function describeInvite(app: App, row: InviteWithAuthor, reader: InviteReader): Invite {
  const { membersMayInvite } = reader;
  const link = canInvite(reader.role, row.role, membersMayInvite) ? openLink(app, row.link_secret) : null;
  return {
    id: row.id,
    link,
    url: link === null ? null : urlOfLink(app, link),
    teamRole: row.role,
    email: row.email,
    domain: row.domain,
    invitedBy: { userId: row.created_by, name: row.inviter_name },
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    maxUses: row.max_uses,
    uses: row.uses,
    state: canInvite(row.inviter_role, row.role, membersMayInvite) ? 'open' : 'blocked',
    mail: describeMail(row),
  };
}

function describeMail(row: InviteRow): Invite['mail'] {
  const { mail_asked_at: requestedAt, mail_sent_at: sent, mail_failed_at: failed } = row;
  if (requestedAt === null) return null;
  if (sent !== null && sent >= requestedAt) return 'sent';
  return failed !== null && failed >= requestedAt ? 'failed' : 'waiting';
}
