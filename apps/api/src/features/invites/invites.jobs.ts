import { z } from 'zod';
import { LOCALES } from '@hearth/contracts/core/locales';
import { canInvite } from '@hearth/contracts/permissions/permissions';
import { findTeam } from '#features/teams/index.ts';
import { readTeam, type TeamTx, withTeam } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import { bindJob, defineJob, type JobBinding } from '#platform/jobs/index.ts';
import { MAIL_BOUNDS, sendMail, type Mail } from '#platform/mail/index.ts';
import { openLink, urlOfLink } from './invite-link.ts';
import { writeInviteMail } from './invite-mail.ts';
import { findInvite, findLanguageOf, findPerson, recordMailOutcome } from './invites.queries.ts';
import { isOpen } from './invite-state.ts';

export const inviteMail = defineJob({
  kind: 'invites.mail',
  rule: { kind: 'team', action: 'invites.create' },
  data: z.strictObject({ inviteId: z.uuid() }),
  ...MAIL_BOUNDS,
});

export function bindInviteMail(app: App): JobBinding {
  return bindJob(inviteMail, async ({ data: { inviteId }, teamId, userId, isLast }) => {
    const on = { teamId, userId };
    const mail = await readTeam(app.db, on, (tx) => composeMail(app, tx, inviteId));
    if (mail === null) return;
    const note = (outcome: Parameters<typeof recordMailOutcome>[2]) =>
      withTeam(app.db, on, (tx) => recordMailOutcome(tx, inviteId, outcome));
    try {
      await sendMail(app, mail);
    } catch (error) {
      if (isLast) await note({ mail_failed_at: app.clock.now() });
      throw error;
    }
    await note({ mail_sent_at: app.clock.now() });
  });
}

/** Returns the email, or null if the invite is no longer valid. */
async function composeMail(app: App, tx: TeamTx, inviteId: string): Promise<Mail | null> {
  const [invite, team] = [await findInvite(tx, inviteId), await findTeam(tx)];
  if (invite === null || invite.email === null || team === null) return null;
  const isOfUse =
    isOpen(invite, app.clock.now()) && canInvite(invite.inviter_role, invite.role, team.membersMayInvite);
  if (!isOfUse) return null;
  const inviter = await findPerson(tx, invite.created_by);
  return writeInviteMail({
    to: invite.email,
    language: (await findLanguageOf(tx, invite.email)) ?? inviter?.language ?? LOCALES[0],
    inviterName: invite.inviter_name,
    teamName: team.name,
    role: invite.role,
    url: urlOfLink(app, openLink(app, invite.link_secret)),
    expiresAt: invite.expires_at,
  });
}
