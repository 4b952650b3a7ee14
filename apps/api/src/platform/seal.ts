import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeOnce } from './write-once.ts';

/** Encrypts small secrets at rest with AES-256-GCM. A secret sealed for one purpose can't be opened for another. */
export interface Seal {
  seal(purpose: string, text: string): Buffer;
  /** @throws Error if the bytes were not sealed with this key for this purpose */
  open(purpose: string, sealed: Uint8Array): string;
}

const IV = 12;
const TAG = 16;

export function createSeal(secret: string): Seal {
  const keyOf = (purpose: string): Buffer => Buffer.from(hkdfSync('sha256', secret, 'hearth', purpose, 32));
  return {
    seal(purpose, text) {
      const iv = randomBytes(IV);
      const cipher = createCipheriv('aes-256-gcm', keyOf(purpose), iv);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]);
    },
    open(purpose, sealed) {
      const bytes = Buffer.from(sealed);
      const decipher = createDecipheriv('aes-256-gcm', keyOf(purpose), bytes.subarray(0, IV), {
        authTagLength: TAG,
      });
      decipher.setAuthTag(bytes.subarray(IV, IV + TAG));
      return Buffer.concat([decipher.update(bytes.subarray(IV + TAG)), decipher.final()]).toString('utf8');
    },
  };
}

/**
 * Returns the configured secret. If none is configured, generates a secret on the first start and stores it in the data folder, readable
 * only by its owner.
 */
export function loadSecret(configured: string | undefined, dataFolder: string): string {
  if (configured !== undefined) return configured;
  const file = join(dataFolder, 'secret');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  return writeOnce(file, `${randomBytes(32).toString('base64url')}\n`).trim();
}
