import { createHash } from 'node:crypto';
import { mailRoutes } from '@hearth/contracts/notifications/mail';
import { bind, type App, type Binding } from '#platform/feature.ts';
import { escapeHtml } from './escape-html.ts';
import { readOutbox, type OutboxMail } from './outbox.ts';

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { margin: 0; background: Canvas; color: CanvasText; }
main { max-width: 42rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { font-size: 1.25rem; margin: 0 0 .25rem; }
h2 { font-size: 1rem; margin: 0; }
.about { margin: 0 0 1.5rem; opacity: .75; }
article { padding: 1rem 0; border-top: 1px solid color-mix(in srgb, CanvasText 18%, transparent); }
.to { margin: .1rem 0 .75rem; opacity: .75; }
pre { margin: 0; font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; }
`;

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Serves the emails of the development outbox, as HTML for developers and as JSON for programs. */
export function bindOutbox(app: App): Binding {
  return bind('mail.outbox', mailRoutes, async ({ request, reply }) => {
    const mails = readOutbox(app);
    if (request.headers.accept?.includes('text/html') !== true) return { mails: [...mails] };
    await reply
      .header('content-security-policy', POLICY)
      .type('text/html; charset=utf-8')
      .send(makePage(app, mails));
    return undefined;
  });
}

function makePage(app: App, mails: readonly OutboxMail[]): string {
  const about =
    app.mailer === null
      ? 'No mail server is set up (SMTP_URL), so mails are kept here, on this machine, until the server stops.'
      : 'These mails were given to the mail server. They are kept here, on this machine, until the server stops.';
  const articles = mails.map(
    (mail) => `<article><h2>${escapeHtml(mail.subject)}</h2>
<p class="to">To ${escapeHtml(mail.to)}, <time>${escapeHtml(mail.at)}</time></p>
<pre>${linkOwnAddresses(app, escapeHtml(mail.text))}</pre></article>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Outbox</title><style>${STYLE}</style></head>
<body><main><h1>Outbox</h1><p class="about">${about}</p>
${articles.length === 0 ? '<p>Nothing yet.</p>' : articles.join('\n')}</main></body></html>`;
}

/** Converts only URLs of the product's own web app to links, regardless of user-supplied names. */
function linkOwnAddresses(app: App, escaped: string): string {
  const own = app.config.webOrigin.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return escaped.replaceAll(
    new RegExp(`${own}/[\\w/?=.-]*`, 'g'),
    (address) => `<a href="${address}">${address}</a>`,
  );
}
