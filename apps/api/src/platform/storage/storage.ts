import type { Readable } from 'node:stream';

/** File storage, by generated keys, never by user-supplied names. */
export interface Storage {
  /** Stores bytes under a key, atomically. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** null = no such key */
  read(key: string): Promise<Buffer | null>;
  /** Moves a local file to a key; the local file is removed. */
  take(key: string, path: string): Promise<void>;
  /** A stream, for files too large for `read`; null = no such key */
  open(key: string): Promise<{ bytes: number; stream: Readable } | null>;
  /** Idempotent. */
  remove(key: string): Promise<void>;
  /** The names within a folder of keys. */
  list(folder: string): Promise<string[]>;
}

const KEY = /^[a-z]+\/[\w-]{20,100}$/;

/** @throws TypeError for a key that could escape the storage root */
export function assertKey(key: string): void {
  if (!KEY.test(key)) throw new TypeError(`Not a key: ${key}`);
}
