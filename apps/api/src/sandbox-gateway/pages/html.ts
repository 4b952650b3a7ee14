import { createHash } from 'node:crypto';
import { STYLE } from './style.ts';

/** Markup that is safe to embed in a page. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

type Part = Html | string | number | readonly Html[] | null;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Builds markup, and escapes all interpolated values. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  const written = parts.map((part, at) => write(part) + (texts[at + 1] ?? ''));
  return new Html((texts[0] ?? '') + written.join(''));
}

function write(part: Part): string {
  if (part === null) return '';
  if (part instanceof Html) return part.markup;
  if (typeof part === 'object') return part.map((one) => one.markup).join('');
  return String(part).replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? '');
}

/** Both the hash and the page use exactly this string because the hash covers every character between the tags. */
const STYLE_ELEMENT = new Html(`<style>${STYLE}</style>`);
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/**
 * Forbids scripts and external resources. Browsers also check the redirect after a form against `form-action`, so the policy includes the
 * product's origin.
 */
export function makePageHeaders(webOrigin: string): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': [
      `default-src 'none'`,
      `style-src 'sha256-${STYLE_HASH}'`,
      `form-action 'self' ${webOrigin}`,
      `frame-ancestors 'none'`,
      `base-uri 'none'`,
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  };
}

export function renderPage(title: string, content: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Sandbox</title>
        ${STYLE_ELEMENT}
      </head>
      <body>
        <p class="label" role="note">
          <strong>Sandbox: no money moves.</strong> This page stands in for the payment gateway.
        </p>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html> `.markup;
}

export function formatAmount(paise: number, currency: string): string {
  return new Intl.NumberFormat('en-IN', { style: 'currency', currency }).format(paise / 100);
}

/** @param time in seconds since the epoch */
export function formatTime(time: number | null): string {
  if (time === null) return '–';
  return `${new Date(time * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
