import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import { writeOnce } from '#platform/write-once.ts';

export type SigningKey = JWK & { kid: string };

function signingKeyFile(dataFolder: string): string {
  return join(dataFolder, 'development-identity', 'signing-key.json');
}

/** Loads the development provider's RSA key. The key is generated on first use and stored: tokens remain valid after a restart. */
export async function loadSigningKey(dataFolder: string): Promise<SigningKey> {
  const file = signingKeyFile(dataFolder);
  const stored = await readKey(file);
  if (stored !== null) return stored;
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true });
  const jwk = await exportJWK(privateKey);
  const key = { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'RS256', use: 'sig' };
  // Another process may have generated a key concurrently. The key on disk takes precedence.
  return JSON.parse(writeOnce(file, JSON.stringify(key))) as SigningKey;
}

async function readKey(file: string): Promise<SigningKey | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as SigningKey;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

export function publicPartOf({ kty, n, e, kid, alg, use }: SigningKey): JWK {
  return { kty, n, e, kid, alg, use };
}

/** Derives a stable subject from the address, because every sign-in with this address must lead to the same account. */
export function subjectOf(email: string): string {
  return createHash('sha256').update(email.trim().toLowerCase()).digest('hex').slice(0, 24);
}
