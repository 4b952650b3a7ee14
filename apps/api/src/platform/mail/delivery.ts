import type { Delivery } from '@hearth/contracts/notifications/mail-values';
import type { App } from '#platform/feature.ts';
import { MailError, type Mail } from './mailer.ts';
import { hasOutbox, putInOutbox } from './outbox.ts';

/** Retries of jobs that send a mail: about four hours, in which a mail server comes back or does not. */
export const MAIL_BOUNDS = { limitMs: 30_000, attempts: 8, retryMs: 5_000 } as const;

/** What becomes of a mail here: sent, shown in the outbox of development, or nothing. */
export function deliveryOf(app: App): Delivery {
  if (app.mailer !== null) return 'sent';
  return hasOutbox(app) ? 'outbox' : 'none';
}

/** Sends a mail, or puts it into the outbox of development. @throws MailError when it went nowhere */
export async function sendMail(app: App, mail: Mail): Promise<void> {
  if (deliveryOf(app) === 'none') throw new MailError('There is no mail server.');
  await app.mailer?.send(mail);
  if (hasOutbox(app)) putInOutbox(app, mail);
}
