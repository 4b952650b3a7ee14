import { createTransport } from 'nodemailer';
import type { Logger } from '#platform/log.ts';

interface MailSettings {
  /** `smtp://user:password@host:587`, or `smtps://…` for TLS from the first byte. */
  smtpUrl: string;
  /** Sender of all emails, as `Name <address>` or an address. */
  from: string;
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The text as HTML. It loads no external content. */
  html?: string;
  /** Marks the email as auto-generated, which suppresses automatic replies. */
  isAutomatic?: boolean;
  /** The Reply-To address, if it differs from the sender. */
  replyTo?: { name: string; address: string };
  /** At most `MAX_ATTACHED` in total. */
  attachments?: readonly { name: string; type: string; bytes: Buffer }[];
}

/** Maximum size in bytes. Mail servers reject much larger emails, and attachments are held in memory. */
const MAX_ATTACHED = 5 * 1024 * 1024;

/** Sends emails. */
export interface Mailer {
  /**
   * Resolves once the mail server has accepted the email.
   * @throws MailError if it does not accept it; RangeError if the attachments are too large
   */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** The mail server did not accept an email. */
export class MailError extends Error {
  override readonly name = 'MailError';
}

// The sum of both must stay below a browser's request timeout.
const CONNECT_LIMIT_MS = 5_000;
const SILENCE_LIMIT_MS = 8_000;

/** Creates a mailer that uses an SMTP server. Logs why an email was rejected, but never its content. */
export function createMailer({ smtpUrl, from }: MailSettings, log: Logger): Mailer {
  const transport = createTransport({
    ...readServer(smtpUrl),
    connectionTimeout: CONNECT_LIMIT_MS,
    greetingTimeout: CONNECT_LIMIT_MS,
    socketTimeout: SILENCE_LIMIT_MS,
    // Content is user-supplied and must not reference files or URLs to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text, html, isAutomatic, replyTo, attachments = [] }) {
      const bytes = attachments.reduce((sum, one) => sum + one.bytes.length, 0);
      if (bytes > MAX_ATTACHED) throw new RangeError(`Attachments of ${bytes} bytes are too large`);
      const files = attachments.map(({ name, type, bytes: content }) => ({
        filename: name,
        contentType: type,
        content,
      }));
      try {
        const headers = isAutomatic === true ? { 'Auto-Submitted': 'auto-generated' } : {};
        await transport.sendMail({
          from,
          to,
          subject: toLine(subject),
          text,
          html,
          replyTo,
          headers,
          attachments: files,
        });
      } catch (error) {
        const { code, responseCode } = error as { code?: string; responseCode?: number };
        log.error({ code, responseCode }, 'SMTP server rejected an email');
        throw new MailError('The mail server rejected the email.', { cause: error });
      }
    },
    close: () => transport.close(),
  };
}

function readServer(smtpUrl: string) {
  const url = new URL(smtpUrl);
  const isSecure = url.protocol === 'smtps:';
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (isSecure ? 465 : 587),
    secure: isSecure,
    ...(url.username === ''
      ? {}
      : { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
  };
}

/** Removes line breaks and control characters, because a subject must be a single line. */
export function toLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}
