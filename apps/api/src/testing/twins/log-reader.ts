import { readSync } from '#testing/feed-client.ts';
import type { Client } from '#testing/make.ts';

/** A device that stores the rows of its first snapshot, and applies all later changes to them. */
export class LogReader {
  readonly rows = new Map<string, unknown>();
  /** Deletes of rows that the device never had, which would disclose the existence of hidden rows. */
  readonly strayDeletes: string[] = [];
  readonly #known = new Set<string>();
  readonly #client: Client;
  readonly #teamId: string;
  #seq: number | undefined;

  constructor(client: Client, teamId: string) {
    this.#client = client;
    this.#teamId = teamId;
  }

  async catchUp(): Promise<void> {
    const { changes, seq } = await readSync(
      this.#client,
      this.#teamId,
      this.#seq === undefined ? {} : { since: this.#seq },
    );
    for (const change of changes) {
      const key = `${change.entity}:${change.id}`;
      if (change.op === 'put') {
        this.#known.add(key);
        this.rows.set(key, change.data);
      } else {
        this.rows.delete(key);
        if (!this.#known.has(key)) this.strayDeletes.push(key);
      }
    }
    this.#seq = seq;
  }

  /** Returns the stored rows and those of a new snapshot, which must be equal. Excludes comments, files and time entries. */
  async compare(): Promise<{ current: object; fresh: object }> {
    const { changes } = await readSync(this.#client, this.#teamId);
    const fresh = changes.flatMap((change) =>
      change.op === 'put' ? [[`${change.entity}:${change.id}`, change.data] as const] : [],
    );
    const pick = (rows: Iterable<readonly [string, unknown]>) =>
      Object.fromEntries([...rows].filter(([key]) => IN_SNAPSHOTS.test(key)));
    return { current: pick(this.rows), fresh: pick(fresh) };
  }
}

const IN_SNAPSHOTS = /^(?:task|relation|checklistItem|ownTask|project):/;
