import { createHash } from 'node:crypto';
import type { App } from '#platform/feature.ts';

/** 160 random bits: not to be guessed. */
const TOKEN_BYTES = 20;
const PURPOSE = 'public-link';

/** Links are found by hash, so that the table alone shows nobody anything. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Beside the hash an encrypted copy, as of invites: a link is handed on again and again by those who manage the project. */
export function makeToken(app: App): { hash: Buffer; secret: Buffer } {
  const token = app.ids.newToken(TOKEN_BYTES);
  return { hash: hashToken(token), secret: app.seal.seal(PURPOSE, token) };
}

/** Where strangers open it in the web app. */
export function urlOf(app: App, secret: Uint8Array): string {
  return `${app.config.webOrigin}/share/${app.seal.open(PURPOSE, secret)}`;
}
