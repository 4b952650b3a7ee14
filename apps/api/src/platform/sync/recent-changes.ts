import type { LogRow } from '#platform/log-row.ts';

const MAX_ROWS = 1000;
const MAX_CHARACTERS = 1024 * 1024;

/** Caches the end of a team's log, to serve quick reconnects without the database. */
export class RecentChanges {
  #rows: LogRow[] = [];
  #characters = 0;
  /** All changes after this seq are cached. */
  from: number;

  constructor(from: number) {
    this.from = from;
  }

  add(rows: readonly LogRow[]): void {
    for (const row of rows) this.#characters += sizeOf(row);
    this.#rows.push(...rows);
    if (this.#rows.length <= MAX_ROWS && this.#characters <= MAX_CHARACTERS) return;
    let drop = 0;
    // Evict complete commands, about half of the cache each time, to keep evictions rare.
    while (
      drop < this.#rows.length &&
      (this.#rows.length - drop > MAX_ROWS / 2 ||
        this.#characters > MAX_CHARACTERS / 2 ||
        this.#rows[drop]?.seq === this.from)
    ) {
      const row = this.#rows[drop] as LogRow;
      this.#characters -= sizeOf(row);
      this.from = row.seq;
      drop += 1;
    }
    this.#rows = this.#rows.slice(drop);
  }

  /** Evicts all changes. The cache then starts at `seq`. */
  restart(seq: number): void {
    this.#rows = [];
    this.#characters = 0;
    this.from = seq;
  }

  /** Returns the changes after `since`. Null if the cache does not reach back that far. */
  after(since: number): LogRow[] | null {
    return since < this.from ? null : this.#rows.filter((row) => row.seq > since);
  }
}

function sizeOf(row: LogRow): number {
  return (row.data?.length ?? 0) + 100;
}
