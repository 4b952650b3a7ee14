import type { Readable } from 'node:stream';

/** Where files lie: by keys that we make, never by names that people give. */
export interface Storage {
  /** Stores bytes under a key, atomically. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** null = there is nothing under this key */
  read(key: string): Promise<Buffer | null>;
  /** Moves a file of this machine to a key; the file is gone then. */
  take(key: string, path: string): Promise<void>;
  /** A stream, for files too large for `read`; null = there is nothing under this key */
  open(key: string): Promise<{ bytes: number; stream: Readable } | null>;
  /** Idempotent. */
  remove(key: string): Promise<void>;
  /** The names within a folder of keys. */
  list(folder: string): Promise<string[]>;
}

const KEY = /^[a-z]+\/[\w-]{20,100}$/;

/** @throws TypeError for a key that could lead anywhere else */
export function assertKey(key: string): void {
  if (!KEY.test(key)) throw new TypeError(`Not a key: ${key}`);
}
