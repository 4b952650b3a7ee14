import { readDirection, type Locale } from '@hearth/contracts/core/locales';
import { escapeHtml } from './escape-html.ts';
import type { Mail } from './mailer.ts';

export interface MailContent {
  subject: string;
  paragraphs: string[];
  button: string;
  /** The URL that the button opens. */
  url: string;
  /** Footer text in small print. */
  small: string;
}

/**
 * Prevents links in names. Mail programs turn anything that looks like an address into a link, so a team called `evil.example` could lead
 * recipients there in the product's name. An invisible joiner after each address character prevents this.
 */
export function defuse(name: string): string {
  return name.replaceAll(/[.:/@](?=\S)/g, '$&\u2060');
}

/** Creates a product email with the same content as text and as HTML. The HTML loads no external content. */
export function writeMail(
  to: string,
  language: Locale,
  { subject, paragraphs, button, url, small }: MailContent,
): Mail {
  const text = `${paragraphs.join('\n\n')}\n\n${button}:\n${url}\n\n${small}\n`;
  const html = `<!doctype html>
<html lang="${language}" dir="${readDirection(language)}"><head><meta charset="utf-8"></head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;color:#1c1b1a;background:#ffffff">
<div style="max-width:480px;margin:0 auto">
${paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`).join('\n')}
<p style="margin:24px 0"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1c1b1a;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(button)}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:#6b6864;overflow-wrap:anywhere"><bdi dir="ltr">${escapeHtml(url)}</bdi></p>
<p style="margin:0;font-size:13px;color:#6b6864">${escapeHtml(small)}</p>
</div></body></html>
`;
  return { to, subject, text, html, isAutomatic: true };
}
