import type { App } from '#platform/feature.ts';
import { toLine, type Mail } from './mailer.ts';

/** An email in the development outbox, whether or not it was also sent. */
export interface OutboxMail {
  to: string;
  subject: string;
  text: string;
  html: string | null;
  /** Names of the attached files. */
  attachments: string[];
  at: string;
}

const MAX_MAILS = 50;
const outboxOf = new WeakMap<App, OutboxMail[]>();

/** Whether emails can be read without a mail server. Requires the development identity provider and a loopback address. */
export function hasOutbox({ config }: App): boolean {
  return config.google === undefined && config.isOnLoopback;
}

export function putInOutbox(app: App, { to, subject, text, html, attachments = [] }: Mail): void {
  const mail = {
    to,
    subject: toLine(subject),
    text,
    html: html ?? null,
    attachments: attachments.map(({ name }) => name),
    at: app.clock.now().toISOString(),
  };
  outboxOf.set(app, [mail, ...readOutbox(app)].slice(0, MAX_MAILS));
}

/** Returns the emails, newest first. They are kept in memory only. */
export function readOutbox(app: App): readonly OutboxMail[] {
  return outboxOf.get(app) ?? [];
}
