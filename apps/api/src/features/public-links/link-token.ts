import { createHash } from 'node:crypto';
import type { App } from '#platform/feature.ts';

/** 160 random bits: not guessable. */
const TOKEN_BYTES = 20;
const PURPOSE = 'public-link';

/** Links are found by hash, so that access to the table alone reveals nothing. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Also stores an encrypted copy, as for invites: project managers share a link again and again. */
export function makeToken(app: App): { hash: Buffer; secret: Buffer } {
  const token = app.ids.newToken(TOKEN_BYTES);
  return { hash: hashToken(token), secret: app.seal.seal(PURPOSE, token) };
}

/** Its public address in the web app. */
export function urlOf(app: App, secret: Uint8Array): string {
  return `${app.config.webOrigin}/share/${app.seal.open(PURPOSE, secret)}`;
}
