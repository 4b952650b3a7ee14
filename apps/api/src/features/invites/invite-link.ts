import { createHash } from 'node:crypto';
import type { App } from '#platform/feature.ts';

/** 160 random bits: not guessable, and short enough to be read aloud. */
const LINK_BYTES = 20;
const PURPOSE = 'invite-link';

/** Hashes a link for lookup. Links are not stored in plain text: access to the table alone must not allow anyone to join. */
export function hashLink(link: string): Buffer {
  return createHash('sha256').update(link).digest();
}

export function makeLink(app: App): { link: string; linkHash: Buffer; linkSecret: Buffer } {
  const link = app.ids.newToken(LINK_BYTES);
  return { link, linkHash: hashLink(link), linkSecret: app.seal.seal(PURPOSE, link) };
}

export function openLink(app: App, linkSecret: Uint8Array): string {
  return app.seal.open(PURPOSE, linkSecret);
}

/** Returns the URL of the link in the web app. */
export function urlOfLink(app: App, link: string): string {
  return `${app.config.webOrigin}/invite/${link}/join`;
}
