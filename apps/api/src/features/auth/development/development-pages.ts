import { createHash } from 'node:crypto';
import type { Account } from './development-store.ts';

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.45 system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: Canvas; color: CanvasText; }
main { width: min(22rem, 100vw - 2rem); padding: 1.5rem 0; }
h1 { font-size: 1.25rem; margin: 0 0 .25rem; }
h2 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
p { margin: 0 0 1.25rem; opacity: .75; }
form { margin: 0; }
button { font: inherit; width: 100%; padding: .65rem .8rem; margin: 0 0 .4rem; text-align: left; cursor: pointer;
  border: 1px solid color-mix(in srgb, CanvasText 20%, transparent); border-radius: .5rem; background: Canvas; color: CanvasText; }
button:hover { background: color-mix(in srgb, CanvasText 6%, Canvas); }
button:focus-visible, input:focus-visible { outline: 2px solid Highlight; outline-offset: 1px; }
button small { display: block; opacity: .7; }
.main { text-align: center; font-weight: 600; }
label { display: block; margin: 0 0 .6rem; }
input { font: inherit; box-sizing: border-box; width: 100%; padding: .55rem .7rem; margin-top: .2rem; border-radius: .5rem;
  border: 1px solid color-mix(in srgb, CanvasText 30%, transparent); background: Field; color: FieldText; }
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/**
 * Returns the Content Security Policy of the pages. It allows `webOrigin` because the form's response redirects to the web app, and
 * browsers apply `form-action` to redirects as well.
 */
export function pagePolicy(webOrigin: string): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    `form-action 'self' ${webOrigin}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Sample accounts listed in the chooser after the known accounts, up to `MAX_SHOWN` in total. */
const SAMPLE_PEOPLE = [
  { name: 'Asha Rao', email: 'asha@example.com' },
  { name: 'Ben Okoro', email: 'ben@example.com' },
  { name: 'Carla Mendes', email: 'carla@example.com' },
  { name: 'Dmitri Hale', email: 'dmitri@example.com' },
];
const MAX_SHOWN = 6;

/** Renders the account chooser: known and sample accounts, and a form for another account. */
export function chooserPage(known: readonly Account[], problem: string | null): string {
  const people = [
    ...known,
    ...SAMPLE_PEOPLE.filter(({ email }) => !known.some((account) => account.email.toLowerCase() === email)),
  ].slice(0, MAX_SHOWN);
  const buttons = people.map(
    ({ name, email }) => `<form method="post">
<input type="hidden" name="email" value="${escapeHtml(email)}"><input type="hidden" name="name" value="${escapeHtml(name)}">
<button type="submit">${escapeHtml(name)}<small>${escapeHtml(email)}</small></button></form>`,
  );
  return page(
    'Choose an account',
    `<h1>Choose an account</h1>
<p>This stands in for Google on this machine: anybody signs in as anybody.</p>
${buttons.join('\n')}
<h2>Another account</h2>
${problem === null ? '' : `<p role="alert">${escapeHtml(problem)}</p>`}
<form method="post">
<label>Name<input name="name" autocomplete="off" required maxlength="200"></label>
<label>Email<input name="email" type="email" autocomplete="off" required maxlength="254"></label>
<button class="main" type="submit">Continue</button>
</form>
<form method="post"><input type="hidden" name="cancel" value="1"><button class="main" type="submit">Cancel</button></form>`,
  );
}

export function expiredPage(): string {
  return page(
    'Sign-in has run out',
    '<h1>This sign-in has run out</h1><p>Close this window and start again from the app.</p>',
  );
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${STYLE}</style></head>
<body><main>${body}</main></body></html>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
