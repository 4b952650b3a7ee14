import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';

/** A writer's request that the server has answered with 2xx. */
export interface Acknowledged {
  writer: number;
  /** The Idempotency-Key of the request. */
  key: string;
  act: 'create' | 'change' | 'comment' | 'trash' | 'restore';
  taskId: string;
  /** The fields sent in the request. */
  fields: Record<string, unknown>;
  /** Log position of the write, as reported by the server. */
  seq: number;
}

/** The acknowledged writes. Each is flushed to disk before the writer continues. */
export interface Ledger {
  append(entry: Acknowledged): void;
  readonly count: number;
  readAll(): Acknowledged[];
  close(): void;
}

export function openLedger(file: string): Ledger {
  const handle = openSync(file, 'a+');
  let count = 0;
  return {
    get count() {
      return count;
    },
    append(entry) {
      writeSync(handle, `${JSON.stringify(entry)}\n`);
      fsyncSync(handle);
      count += 1;
    },
    readAll() {
      const lines = readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '');
      return lines.map((line) => JSON.parse(line) as Acknowledged);
    },
    close: () => closeSync(handle),
  };
}
