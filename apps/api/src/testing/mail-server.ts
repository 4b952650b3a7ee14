import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

interface Delivered {
  from: string;
  to: string[];
  user: string;
  raw: string;
}

export interface MailServer {
  /** Settings that make the API send through this server. */
  env: Record<string, string>;
  port: number;
  mails: Delivered[];
  /** While true, the server rejects emails with a temporary error. */
  isRefusing: boolean;
  close(): Promise<void>;
}

/** A fake SMTP server that stores received emails. */
export async function startMailServer(): Promise<MailServer> {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      password === 'p@ss word' ? done(null, { user: username }) : done(new Error('Wrong password')),
    onMailFrom: (_address, _session, done) =>
      mailServer.isRefusing ? done(Object.assign(new Error('Later'), { responseCode: 451 })) : done(),
    onData: (stream, { envelope, user }, done) => {
      void text(stream).then((raw) => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        const to = envelope.rcptTo.map((one) => one.address);
        mailServer.mails.push({ from, to, user: String(user), raw });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const mailServer: MailServer = {
    env: {
      MAIL_FROM: 'Hearth <no-reply@hearth.example>',
      CONTACT_ADDRESS: 'people@hearth.example',
      SMTP_URL: `smtp://robot:p%40ss%20word@127.0.0.1:${port}`,
    },
    port,
    mails: [],
    isRefusing: false,
    close: async () => await new Promise<void>((resolve) => server.close(() => resolve())),
  };
  return mailServer;
}

/** Returns the unfolded headers of an email by lower-case name. */
export function readHeaders(raw: string): Map<string, string> {
  const head = (raw.split('\r\n\r\n')[0] ?? '').replaceAll(/\r\n[ \t]+/g, ' ');
  return new Map(
    head.split('\r\n').map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
}

/** Decodes the quoted-printable encoding of an email. */
export function unquote(raw: string): string {
  const bytes = raw
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
