import type { App } from '#platform/feature.ts';
import { toLine, type Mail } from './mailer.ts';

/** A development mail: either sent, or only kept here. */
export interface OutboxMail {
  to: string;
  subject: string;
  text: string;
  html: string | null;
  /** Names of the attached files. */
  attachments: string[];
  at: string;
}

const MOST_MAILS = 50;
const outboxOf = new WeakMap<App, OutboxMail[]>();

/** With the development identity provider, on loopback, mails can be read without a mail server. */
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
  outboxOf.set(app, [mail, ...readOutbox(app)].slice(0, MOST_MAILS));
}

/** Newest first; in memory only. */
export function readOutbox(app: App): readonly OutboxMail[] {
  return outboxOf.get(app) ?? [];
}
