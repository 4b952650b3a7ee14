import type { SyncEntity } from '@hearth/contracts/sync-values';
import type { RowStore } from '#platform/sync/rows/row-store.ts';
import type { BaseRows, Clock, Pending, Row, TeamStorage } from '#platform/sync/rows/types.ts';

/** Number of chunks per entity: about 500 rows each for 60,000 rows so that one changed row rewrites little. */
const CHUNKS: Record<SyncEntity, number> = {
  team: 1,
  member: 1,
  status: 1,
  label: 1,
  taskType: 1,
  project: 4,
  grant: 1,
  task: 128,
  comment: 128,
  relation: 16,
  checklistItem: 32,
  attachment: 32,
  view: 1,
  milestone: 1,
  cycle: 1,
  ownTask: 4,
  field: 1,
  workTime: 1,
  favourite: 1,
  timeEntry: 64,
  template: 8,
  document: 16,
};
/** Debounce of writes, in milliseconds. */
const GATHER_MS = 500;
/** Retry delay of a failed write, in milliseconds. */
const RETRY_MS = 5_000;
/** Rows serialized per batch so that a large copy does not block the main thread. */
const ROWS_AT_A_TIME = 2_000;

const ID_FIELDS: Partial<Record<SyncEntity, string>> = {
  team: '_id',
  member: 'userId',
  ownTask: 'taskId',
};

/** A row's id as used in the feed. */
export function idOf(entity: SyncEntity, row: Row): string {
  return String(row[ID_FIELDS[entity] ?? 'id']);
}

/** Reads chunks as `flush` wrote them. */
export function readChunks(chunks: readonly string[]): BaseRows {
  const rows: BaseRows = new Map();
  for (const chunk of chunks) {
    const [entity, list] = JSON.parse(chunk) as [SyncEntity, Row[]];
    const known = rows.get(entity) ?? new Map<string, Row>();
    rows.set(entity, known);
    for (const row of list) known.set(idOf(entity, row), row);
  }
  return rows;
}

/**
 * Tracks which rows are missing from the local copy and writes them in the background. Chunks, their cursor and the removal of the settled
 * mutations share one transaction. Followers track the same state without writing so that they can take over.
 */
export class LocalCopy {
  #store: RowStore;
  #storage: TeamStorage;
  #clock: Clock;
  #onFlushed: (cursor: number) => void;
  #dirty = new Set<string>();
  #isAllDirty = false;
  #settled: number[] = [];
  #isWriter = false;
  #cancelTimer: (() => void) | null = null;
  #isWriting = false;
  /** Incremented when the copy is discarded. A write that began earlier must not be committed. */
  #generation = 0;

  constructor(store: RowStore, storage: TeamStorage, clock: Clock, onFlushed: (cursor: number) => void) {
    this.#store = store;
    this.#storage = storage;
    this.#clock = clock;
    this.#onFlushed = onFlushed;
  }

  mark(rows: Iterable<{ entity: SyncEntity; id: string }>, isUrgent = false): void {
    for (const { entity, id } of rows) this.#dirty.add(chunkKey(entity, id));
    this.#schedule(isUrgent ? 0 : GATHER_MS);
  }

  /** Marks all rows as dirty: the copy on this device has nothing in common with the rows in memory. */
  markAll(): void {
    this.#isAllDirty = true;
    this.#schedule(0);
  }

  /** Removes the mutations from the outbox in the same write that stores their effect. */
  markSettled(list: readonly Pending[]): void {
    for (const { order } of list) if (order !== null) this.#settled.push(order);
    if (list.length > 0) this.#schedule(GATHER_MS);
  }

  /** Notes that another tab flushed the copy up to `cursor`. */
  noteFlushed(cursor: number): void {
    if (this.#store.cursor === null || this.#store.cursor > cursor) return;
    this.#dirty.clear();
    this.#isAllDirty = false;
    this.#settled = [];
  }

  /** Clears the dirty set: the copy on this device was discarded or has just been read. */
  forget(): void {
    this.#generation += 1;
    this.#dirty.clear();
    this.#isAllDirty = false;
  }

  startWriting(): void {
    this.#isWriter = true;
    if (this.#hasPendingWrites) this.#schedule(0);
  }

  stopWriting(): void {
    this.#isWriter = false;
    this.#generation += 1;
    this.#cancelTimer?.();
    this.#cancelTimer = null;
  }

  #schedule(ms: number): void {
    if (!this.#isWriter || this.#isWriting) return;
    if (ms === 0) this.#cancelTimer?.();
    else if (this.#cancelTimer !== null) return;
    this.#cancelTimer = this.#clock.after(ms, () => {
      this.#cancelTimer = null;
      void this.#write();
    });
  }

  async #write(): Promise<void> {
    const { cursor, epoch } = this.#store;
    if (cursor === null || this.#isWriting) return;
    this.#isWriting = true;
    const generation = this.#generation;
    const dirty = this.#dirty;
    const settled = this.#settled;
    const isWhole = this.#isAllDirty;
    this.#isAllDirty = false;
    this.#dirty = new Set();
    this.#settled = [];
    let wait = GATHER_MS;
    try {
      // Rows are immutable, so the gathered rows still belong to `cursor` when the asynchronous steps below finish.
      const chunks = await this.#encode(gatherChunks(this.#store.base(), isWhole ? null : dirty));
      if (generation !== this.#generation) {
        this.#settled.push(...settled);
        return;
      }
      await this.#storage.flush({ cursor, epoch, chunks, isWhole, settled });
      this.#onFlushed(cursor);
    } catch {
      // Storage is full or broken: the copy stays stale, its mutations stay in the outbox, and the write is retried.
      wait = RETRY_MS;
      if (generation === this.#generation) {
        this.#isAllDirty ||= isWhole;
        for (const key of dirty) this.#dirty.add(key);
      }
      this.#settled.push(...settled);
    } finally {
      this.#isWriting = false;
      if (this.#hasPendingWrites) this.#schedule(wait);
    }
  }

  get #hasPendingWrites(): boolean {
    return this.#isAllDirty || this.#dirty.size > 0 || this.#settled.length > 0;
  }

  async #encode(rows: ReadonlyMap<string, Row[]>): Promise<Map<string, string | null>> {
    const chunks = new Map<string, string | null>();
    let atOneGo = 0;
    for (const [key, list] of rows) {
      chunks.set(key, list.length === 0 ? null : JSON.stringify([key.slice(0, key.indexOf('/')), list]));
      atOneGo += list.length;
      if (atOneGo < ROWS_AT_A_TIME) continue;
      atOneGo = 0;
      await new Promise<void>((resolve) => this.#clock.after(0, resolve));
    }
    return chunks;
  }
}

/** The last characters of an id are the most random. */
function chunkKey(entity: SyncEntity, id: string): string {
  let hash = 0;
  for (let at = Math.max(0, id.length - 4); at < id.length; at += 1) hash = hash * 31 + id.charCodeAt(at);
  return `${entity}/${hash % CHUNKS[entity]}`;
}

/** Returns the rows of the given chunks. If `named` is null, returns the rows of all chunks. */
function gatherChunks(base: BaseRows, named: ReadonlySet<string> | null): Map<string, Row[]> {
  const chunks = new Map<string, Row[]>([...(named ?? [])].map((key) => [key, []]));
  const entities =
    named === null ? base.keys() : new Set([...named].map((key) => key.slice(0, key.indexOf('/'))));
  for (const entity of entities as Iterable<SyncEntity>) {
    for (const [id, row] of base.get(entity) ?? []) {
      const key = chunkKey(entity, id);
      const chunk = chunks.get(key);
      if (chunk !== undefined) chunk.push(row);
      else if (named === null) chunks.set(key, [row]);
    }
  }
  return chunks;
}
