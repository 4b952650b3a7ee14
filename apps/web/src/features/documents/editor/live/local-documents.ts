import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { documentsDbName } from '#platform/sync/copies/local-dbs.ts';
import { persistUntilConfirmed, readUnconfirmed } from '#platform/sync/copies/unconfirmed.ts';

/** Number of unacknowledged changes by session (a document open in a tab). */
type UnsentCounts = Readonly<Record<string, number>>;

/** The server's state at a time when all local changes had been acknowledged. */
interface StoredServerState {
  documentId: string;
  state: Uint8Array;
  keptAt: number;
}

interface StoredDocument {
  /** The state and the later updates, in this order. */
  updates: readonly Uint8Array[];
  unsent: UnsentCounts;
  /** The updates that are counted as unsent. */
  unsentUpdates: readonly Uint8Array[];
}

interface StoredUpdate {
  documentId: string;
  update: Uint8Array;
  /** The session of a change that may be unsent. Null for a remote change. */
  session: string | null;
}

/** An update as stored in localStorage as JSON text. */
type UnconfirmedUpdate = Omit<StoredUpdate, 'update'> & { update: number[] };

interface DocumentsSchema extends DBSchema {
  states: { key: string; value: StoredServerState };
  updates: {
    key: number;
    value: StoredUpdate;
    indexes: { documentId: string };
  };
}

interface CopyName {
  userId: string;
  teamId: string;
  documentId: string;
}

/** Name of the Web Lock that each tab holds for a document that it has open. */
export function lockNameOf({ userId, teamId, documentId }: CopyName): string {
  return `${documentsDbName(userId, teamId)}/${documentId}`;
}

/** Lists documents with unsent changes that are open in no tab. */
export async function listLeftUnsent(userId: string, teamId: string): Promise<string[]> {
  const databases = await indexedDB.databases();
  // Opening a missing database would create it.
  if (databases.every(({ name }) => name !== documentsDbName(userId, teamId))) return [];
  const local = new LocalDocuments(userId, teamId);
  const unsent = await local.listUnsent();
  await local.close();
  const { held = [] } = await navigator.locks.query();
  const open = new Set(held.map(({ name }) => name));
  return unsent.filter((documentId) => !open.has(lockNameOf({ userId, teamId, documentId })));
}

/** Maximum number of stored documents without unsent changes. */
const MAX_KEPT = 60;

/**
 * Local copies of a team's documents: their state, to open them immediately and offline, and their unsent changes. Wiped with the other
 * local copies. If storage is blocked, nothing is stored.
 */
export class LocalDocuments {
  #name: string;
  #opening: Promise<IDBPDatabase<DocumentsSchema> | null>;
  #lastKeptAt = 0;

  constructor(userId: string, teamId: string) {
    this.#name = documentsDbName(userId, teamId);
    this.#opening = openDB<DocumentsSchema>(this.#name, 1, {
      upgrade(db) {
        db.createObjectStore('states', { keyPath: 'documentId' });
        const updates = db.createObjectStore('updates', { autoIncrement: true });
        updates.createIndex('documentId', 'documentId');
      },
      blocking(_current, _blocked, event) {
        // A sign-out in another tab needs to delete the database.
        (event.target as IDBDatabase).close();
      },
    })
      .then(async (db) => {
        await this.#writeUnconfirmed(db);
        return db;
      })
      .catch(() => null);
  }

  /** Returns null if there is no copy or storage is blocked. */
  load(documentId: string): Promise<StoredDocument | null> {
    return this.#use(async (db) => {
      const transaction = db.transaction(['states', 'updates']);
      const before = await transaction.objectStore('states').get(documentId);
      const rows = await transaction.objectStore('updates').index('documentId').getAll(documentId);
      if (before === undefined && rows.length === 0) return null;
      const unsent: Record<string, number> = {};
      for (const { session } of rows) if (session !== null) unsent[session] = (unsent[session] ?? 0) + 1;
      return {
        updates: [...(before === undefined ? [] : [before.state]), ...rows.map(({ update }) => update)],
        unsent,
        unsentUpdates: rows.flatMap(({ session, update }) => (session === null ? [] : [update])),
      };
    });
  }

  /**
   * Appends an update to the document's copy.
   * @param session the session of an unsent change, or null for a change received from the server
   */
  async append(documentId: string, update: Uint8Array, session: string | null): Promise<void> {
    const write = () => this.#use((db) => db.add('updates', { documentId, update, session }));
    const entry = () => ({ documentId, update: [...update], session });
    // No fallback for updates from the server. They can be fetched again.
    await (session === null ? write() : persistUntilConfirmed(this.#name, entry, write));
  }

  /** Writing an update twice is harmless: Yjs ignores duplicates. */
  async #writeUnconfirmed(db: IDBPDatabase<DocumentsSchema>): Promise<void> {
    const { entries, forget } = readUnconfirmed(this.#name);
    if (entries.length === 0) return;
    const transaction = db.transaction('updates', 'readwrite');
    for (const { documentId, update, session } of entries.filter(isUnconfirmedUpdate))
      void transaction.store.add({ documentId, update: Uint8Array.from(update), session });
    await transaction.done;
    forget();
  }

  /**
   * Replaces settled updates with `state`. It contains the given number of changes of each session. Later changes of other tabs are kept.
   */
  async settle(documentId: string, state: Uint8Array, settled: UnsentCounts): Promise<void> {
    // Strictly increasing so that the least recently stored copy is always well defined.
    const keptAt = Math.max(Date.now(), this.#lastKeptAt + 1);
    this.#lastKeptAt = keptAt;
    await this.#use(async (db) => {
      const transaction = db.transaction(['states', 'updates'], 'readwrite');
      await transaction.objectStore('states').put({ documentId, state, keptAt });
      const left = new Map(Object.entries(settled));
      const rows = transaction.objectStore('updates').index('documentId');
      for (let row = await rows.openCursor(documentId); row !== null; row = await row.continue()) {
        const { session } = row.value;
        const count = session === null ? 1 : (left.get(session) ?? 0);
        if (session !== null) left.set(session, count - 1);
        if (count > 0) await row.delete();
      }
      await transaction.done;
    });
    await this.#dropOldest();
  }

  async listUnsent(): Promise<string[]> {
    const rows = (await this.#use((db) => db.getAll('updates'))) ?? [];
    return [...new Set(rows.flatMap(({ documentId, session }) => (session === null ? [] : documentId)))];
  }

  async forget(documentId: string): Promise<void> {
    await this.#use(async (db) => {
      const transaction = db.transaction(['states', 'updates'], 'readwrite');
      await transaction.objectStore('states').delete(documentId);
      const updates = transaction.objectStore('updates');
      for (const key of await updates.index('documentId').getAllKeys(documentId)) await updates.delete(key);
      await transaction.done;
    });
  }

  async close(): Promise<void> {
    const db = await this.#opening;
    db?.close();
  }

  async #dropOldest(): Promise<void> {
    const old = await this.#use(async (db) => {
      const all = await db.getAll('states');
      if (all.length <= MAX_KEPT) return [];
      const busy = new Set(
        (await db.getAll('updates')).flatMap((row) => (row.session === null ? [] : row.documentId)),
      );
      const idle = all.filter(({ documentId }) => !busy.has(documentId));
      return idle.toSorted((one, other) => other.keptAt - one.keptAt).slice(MAX_KEPT);
    });
    for (const { documentId } of old ?? []) await this.forget(documentId);
  }

  async #use<T>(work: (db: IDBPDatabase<DocumentsSchema>) => Promise<T>): Promise<T | null> {
    const db = await this.#opening;
    if (db === null) return null;
    try {
      return await work(db);
    } catch {
      // The database was closed by a sign-out, or the quota is exceeded: continue without a local copy.
      return null;
    }
  }
}

/** Untrusted storage: ignore malformed entries. */
function isUnconfirmedUpdate(entry: unknown): entry is UnconfirmedUpdate {
  if (typeof entry !== 'object' || entry === null) return false;
  const { documentId, update, session } = entry as Partial<Record<keyof UnconfirmedUpdate, unknown>>;
  return (
    typeof documentId === 'string' &&
    typeof session === 'string' &&
    Array.isArray(update) &&
    update.every((byte) => Number.isInteger(byte))
  );
}
