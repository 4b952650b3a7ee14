import { z } from 'zod';
import { readTeam } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import { bindJob, defineJob, type JobBinding } from '#platform/jobs/index.ts';
import { deliveryOf, MAIL_BOUNDS, sendMail, type Mail } from '#platform/mail/index.ts';
import { findOpenRequest, type QueuedRequest } from './support.queries.ts';

/** Emails a support request to the operators, even if its author has left the team. */
export const supportMail = defineJob({
  kind: 'support.mail',
  rule: { kind: 'system' },
  data: z.strictObject({ requestId: z.string() }),
  ...MAIL_BOUNDS,
});

export function bindSupportMail(app: App): JobBinding {
  return bindJob(supportMail, async ({ data, teamId }) => {
    // Without mail delivery, the request is still in the queue.
    if (deliveryOf(app) === 'none') return;
    const request = await readTeam(app.db, { teamId, userId: null }, (tx) =>
      findOpenRequest(tx, data.requestId),
    );
    if (request !== null) await sendMail(app, writeRequest(app.config.contactAddress, request));
  });
}

/** Writes the email to the operators, which is always in English. */
function writeRequest(to: string, request: QueuedRequest & { team: string }): Mail {
  const { id, teamId, team, asker, email, subject, message, isPriority, answerBy } = request;
  const about = [
    `Team: ${team} (${teamId})`,
    `Plan: ${isPriority ? 'Pro' : 'Trial'}`,
    `Answer by: ${answerBy.toISOString()}`,
    `From: ${asker} <${email}>`,
    `When it is answered: npm run support -- close ${id}`,
  ];
  return {
    to,
    subject: isPriority ? `[Pro] ${subject}` : subject,
    text: `${message}\n\n-- \n${about.join('\n')}\n`,
    replyTo: { name: asker, address: email },
  };
}
