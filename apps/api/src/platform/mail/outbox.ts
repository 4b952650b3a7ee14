import type { App } from '#platform/feature.ts';
import { toLine, type Mail } from './mailer.ts';

/** A mail of development: what would have been sent, or was. */
export interface OutboxMail {
  to: string;
  subject: string;
  text: string;
  html: string | null;
  /** The names of the files that go with it. */
  attachments: string[];
  at: string;
}

const MOST_MAILS = 50;
const outboxOf = new WeakMap<App, OutboxMail[]>();

/** Where the development identity provider runs, on loopback, mails can be read without a mail server. */
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

/** The latest first; in memory only. */
export function readOutbox(app: App): readonly OutboxMail[] {
  return outboxOf.get(app) ?? [];
}
