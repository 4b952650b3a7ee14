import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';

/** One request of a writer that the server answered with 2xx. */
export interface Acknowledged {
  writer: number;
  /** Its Idempotency-Key. */
  key: string;
  act: 'create' | 'change' | 'comment' | 'trash' | 'restore';
  taskId: string;
  /** The fields that were sent. */
  fields: Record<string, unknown>;
  /** Its position in the log as reported by the server. */
  seq: number;
}

/** The acknowledged writes: flushed to disk before the writer continues, so that no kill can lose them. */
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
