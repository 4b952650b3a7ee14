import type { Readable } from 'node:stream';

/** File storage with generated keys, never with user-supplied names. */
export interface Storage {
  /** Stores bytes under a key. Atomic. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Returns the bytes, or null if the key does not exist. */
  read(key: string): Promise<Buffer | null>;
  /** Moves a local file to a key and removes the local file. */
  take(key: string, path: string): Promise<void>;
  /** Returns a stream, for files too large for `read`, or null if the key does not exist. */
  open(key: string): Promise<{ bytes: number; stream: Readable } | null>;
  /** Removes a key. Idempotent. */
  remove(key: string): Promise<void>;
  /** Lists the names within a folder of keys. */
  list(folder: string): Promise<string[]>;
}

const KEY = /^[a-z]+\/[\w-]{20,100}$/;

/** @throws TypeError for a key that could escape the storage root */
export function assertKey(key: string): void {
  if (!KEY.test(key)) throw new TypeError(`Invalid storage key: ${key}`);
}
