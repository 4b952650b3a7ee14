import type { Delivery } from '@hearth/contracts/notifications/mail-values';
import type { App } from '#platform/feature.ts';
import { MailError, type Mail } from './mailer.ts';
import { hasOutbox, putInOutbox } from './outbox.ts';

/** Limits of jobs that send email. The retries span an hour and a half, enough for most outages of a mail server. */
export const MAIL_BOUNDS = { limitMs: 30_000, attempts: 8, retryMs: 5_000 } as const;

/** Returns how this installation delivers email: by sending it, in the development outbox, or not at all. */
export function deliveryOf(app: App): Delivery {
  if (app.mailer !== null) return 'sent';
  return hasOutbox(app) ? 'outbox' : 'none';
}

/**
 * Sends an email if there is a mail server, and stores it in the development outbox if there is one.
 * @throws MailError if there is neither, or if the mail server rejects the email
 */
export async function sendMail(app: App, mail: Mail): Promise<void> {
  if (deliveryOf(app) === 'none') throw new MailError('No mail server is configured.');
  await app.mailer?.send(mail);
  if (hasOutbox(app)) putInOutbox(app, mail);
}
