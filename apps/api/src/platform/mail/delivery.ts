import type { Delivery } from '@hearth/contracts/notifications/mail-values';
import type { App } from '#platform/feature.ts';
import { MailError, type Mail } from './mailer.ts';
import { hasOutbox, putInOutbox } from './outbox.ts';

/** Limits of jobs that send email. The retries span about four hours, enough for most outages of a mail server. */
export const MAIL_BOUNDS = { limitMs: 30_000, attempts: 8, retryMs: 5_000 } as const;

/** Returns how this installation delivers email: by sending it, in the development outbox, or not at all. */
export function deliveryOf(app: App): Delivery {
  if (app.mailer !== null) return 'sent';
  return hasOutbox(app) ? 'outbox' : 'none';
}

/**
 * Sends an email or stores it in the development outbox.
 * @throws MailError if neither is possible
 */
export async function sendMail(app: App, mail: Mail): Promise<void> {
  if (deliveryOf(app) === 'none') throw new MailError('No mail server is configured.');
  await app.mailer?.send(mail);
  if (hasOutbox(app)) putInOutbox(app, mail);
}
