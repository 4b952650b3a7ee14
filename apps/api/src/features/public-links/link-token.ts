import { createHash } from 'node:crypto';
import type { App } from '#platform/feature.ts';

/** 160 random bits: not guessable. */
const TOKEN_BYTES = 20;
const PURPOSE = 'public-link';

/** Hashes a token for lookup. Tokens are not stored in plain text: access to the table alone must not reveal any link. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Creates a token. An encrypted copy is stored as well, as for invites, because project managers need to copy the link repeatedly. */
export function makeToken(app: App): { hash: Buffer; secret: Buffer } {
  const token = app.ids.newToken(TOKEN_BYTES);
  return { hash: hashToken(token), secret: app.seal.seal(PURPOSE, token) };
}

/** Returns the public address of a link in the web app. */
export function urlOf(app: App, secret: Uint8Array): string {
  return `${app.config.webOrigin}/share/${app.seal.open(PURPOSE, secret)}`;
}
