import { createEmptyReferences } from '@hearth/contracts/model/reference-field-values';
import { EMPTY_SCALARS } from '@hearth/contracts/model/scalar-field-values';
import { openDB, type DBSchema, type IDBPDatabase, type IDBPObjectStore, type StoreNames } from 'idb';
import type { SyncEntity } from '@hearth/contracts/sync-values';
import { localDbName } from './local-dbs.ts';
import type {
  CopyWrite,
  FileStorage,
  StoredState,
  Mutation,
  RowKey,
  StepStorage,
  StoredMutation,
  StoredStep,
  TeamStorage,
  WaitingFile,
} from '#platform/sync/rows/types.ts';

/** Schema version of rows. A newer version wipes the local copy and refetches it. Unsent mutations stay. */
const SCHEMA_VERSION = 32;

interface TeamSchema extends DBSchema {
  meta: { key: 'cursor' | 'epoch'; value: number | string };
  chunks: { key: string; value: string };
  outbox: { key: number; value: Omit<StoredMutation, 'order'> };
  files: { key: string; value: WaitingFile };
  steps: { key: [tab: string, at: number]; value: StoredStep; indexes: { rows: RowKey } };
}

/** Opens the local copy of one team, in its own IndexedDB database. */
export function openStorage(userId: string, teamId: string, version = SCHEMA_VERSION): TeamStorage {
  const opening = openDB<TeamSchema>(localDbName(userId, teamId), version, {
    upgrade(db, oldVersion, _newVersion, transaction) {
      // Undo steps of another app version may refer to recipes that have changed since.
      if (db.objectStoreNames.contains('steps')) db.deleteObjectStore('steps');
      db.createObjectStore('steps', { keyPath: ['tab', 'at'] }).createIndex('rows', 'rows', {
        multiEntry: true,
      });
      if (!db.objectStoreNames.contains('files')) db.createObjectStore('files', { keyPath: 'id' });
      if (oldVersion === 0) {
        db.createObjectStore('meta');
        db.createObjectStore('chunks');
        db.createObjectStore('outbox', { autoIncrement: true });
        return;
      }
      void transaction.objectStore('meta').clear();
      void transaction.objectStore('chunks').clear();
      void addFields(transaction.objectStore('outbox'));
    },
    blocking(_current, _blocked, event) {
      // A newer version of the app, or a sign-out in another tab, is waiting for the database.
      (event.target as IDBDatabase).close();
    },
  });
  return new IdbStorage(opening);
}

/** Defaults for fields that older versions of the app did not have. */
const LATER_FIELDS: Partial<Record<SyncEntity, Record<string, unknown>>> = {
  field: { formula: null, result: null },
  task: {
    ...EMPTY_SCALARS,
    ...createEmptyReferences(),
    startDate: null,
    parentId: null,
    siblingPosition: null,
    repeat: null,
    series: null,
    descriptionDoc: null,
    descriptionVersion: null,
    custom: {},
    coverId: null,
    triage: null,
    trackedSeconds: 0,
  },
  ownTask: { reminders: [] },
  member: { isViewOnly: false },
  team: {
    estimateUnit: 'points',
    hasPublicLinks: true,
    timeZone: 'UTC',
    workingDays: [1, 2, 3, 4, 5],
    holidays: [],
  },
  comment: { parentId: null, editedAt: null, deletedAt: null, reactions: [] },
  project: {
    leadId: null,
    startDate: null,
    targetDate: null,
    health: null,
    cycles: null,
    limits: {},
    hasTriage: false,
    isSample: false,
    archivedAt: null,
    archivedBy: null,
  },
};

/** Adds fields that are missing in rows created by unsent mutations of an older app version so that this version can show them. */
async function addFields(
  outbox: IDBPObjectStore<TeamSchema, ArrayLike<StoreNames<TeamSchema>>, 'outbox', 'versionchange'>,
): Promise<void> {
  for (let cursor = await outbox.openCursor(); cursor !== null; cursor = await cursor.continue()) {
    const { mutation } = cursor.value;
    const effects = mutation.effects.map((effect) =>
      effect.op === 'put'
        ? { ...effect, fields: { ...LATER_FIELDS[effect.entity], ...effect.fields } }
        : effect,
    );
    await cursor.update({ ...cursor.value, mutation: { ...mutation, effects } });
  }
}

class IdbStorage implements TeamStorage {
  readonly steps: StepStorage;
  readonly files: FileStorage;
  #opening: Promise<IDBPDatabase<TeamSchema>>;

  constructor(opening: Promise<IDBPDatabase<TeamSchema>>) {
    this.#opening = opening;
    this.steps = openStepStorage(opening);
    this.files = openFileStorage(opening);
    // A device without space or permission to store data reports the error from the first call that needs the database.
    opening.catch(() => undefined);
  }

  async peek(): Promise<StoredState> {
    const db = await this.#opening;
    const transaction = db.transaction(['meta', 'outbox']);
    const [position, outbox] = await Promise.all([
      readCursor(transaction.objectStore('meta')),
      readOutbox(transaction.objectStore('outbox')),
    ]);
    return { ...position, outbox };
  }

  async load(): Promise<StoredState & { chunks: string[] }> {
    const db = await this.#opening;
    const transaction = db.transaction(['meta', 'chunks', 'outbox']);
    const [position, chunks, outbox] = await Promise.all([
      readCursor(transaction.objectStore('meta')),
      transaction.objectStore('chunks').getAll(),
      readOutbox(transaction.objectStore('outbox')),
    ]);
    return { ...position, chunks, outbox };
  }

  async add(mutation: Mutation): Promise<number> {
    const db = await this.#opening;
    return db.add('outbox', { mutation, seq: null, refusedWith: null });
  }

  async saveResult(order: number, answer: Partial<StoredMutation>): Promise<void> {
    const db = await this.#opening;
    const transaction = db.transaction('outbox', 'readwrite');
    const stored = await transaction.store.get(order);
    if (stored !== undefined) await transaction.store.put({ ...stored, ...answer }, order);
    await transaction.done;
  }

  async remove(orders: readonly number[]): Promise<void> {
    const db = await this.#opening;
    const transaction = db.transaction('outbox', 'readwrite');
    await Promise.all([...orders.map((order) => transaction.store.delete(order)), transaction.done]);
  }

  async flush(copy: CopyWrite): Promise<void> {
    const db = await this.#opening;
    const transaction = db.transaction(['meta', 'chunks', 'outbox'], 'readwrite');
    const chunks = transaction.objectStore('chunks');
    const outbox = transaction.objectStore('outbox');
    await Promise.all([
      ...(copy.isWhole ? [chunks.clear()] : []),
      ...[...copy.chunks].map(([key, chunk]) =>
        chunk === null ? chunks.delete(key) : chunks.put(chunk, key),
      ),
      ...copy.settled.map((order) => outbox.delete(order)),
      transaction.objectStore('meta').put(copy.cursor, 'cursor'),
      copy.epoch === null
        ? transaction.objectStore('meta').delete('epoch')
        : transaction.objectStore('meta').put(copy.epoch, 'epoch'),
      transaction.done,
    ]);
  }

  async clearCopy(): Promise<void> {
    const db = await this.#opening;
    const transaction = db.transaction(['meta', 'chunks'], 'readwrite');
    await Promise.all([
      transaction.objectStore('meta').clear(),
      transaction.objectStore('chunks').clear(),
      transaction.done,
    ]);
  }

  async wipe(): Promise<void> {
    const db = await this.#opening;
    const transaction = db.transaction(['meta', 'chunks', 'outbox', 'steps', 'files'], 'readwrite');
    await Promise.all([
      transaction.objectStore('meta').clear(),
      transaction.objectStore('chunks').clear(),
      transaction.objectStore('outbox').clear(),
      transaction.objectStore('steps').clear(),
      transaction.objectStore('files').clear(),
      transaction.done,
    ]);
  }

  close(): void {
    void this.#opening.then(
      (db) => db.close(),
      () => undefined,
    );
  }
}

function openFileStorage(opening: Promise<IDBPDatabase<TeamSchema>>): FileStorage {
  return {
    count: async () => (await opening).count('files'),
    async list() {
      const files = await (await opening).getAll('files');
      return files.toSorted((a, b) => a.madeAt - b.madeAt);
    },
    has: async (id) => (await (await opening).count('files', id)) > 0,
    async put(file) {
      await (await opening).put('files', file);
    },
    async remove(id) {
      await (await opening).delete('files', id);
    },
  };
}

function openStepStorage(opening: Promise<IDBPDatabase<TeamSchema>>): StepStorage {
  return {
    async load(tab) {
      return (await opening).getAll('steps', IDBKeyRange.bound([tab], [tab, []]));
    },
    async listTabs() {
      const lastAt = new Map<string, number>();
      for (const [tab, at] of await (await opening).getAllKeys('steps')) lastAt.set(tab, at);
      return [...lastAt].toSorted(([, a], [, b]) => b - a).map(([tab]) => tab);
    },
    async listRows() {
      const rows: RowKey[] = [];
      const index = (await opening).transaction('steps').store.index('rows');
      for (let at = await index.openKeyCursor(null, 'nextunique'); at !== null; at = await at.continue())
        rows.push(at.key);
      return rows;
    },
    async put(steps) {
      const transaction = (await opening).transaction('steps', 'readwrite');
      await Promise.all([...steps.map((step) => transaction.store.put(step)), transaction.done]);
    },
    async remove(steps) {
      const transaction = (await opening).transaction('steps', 'readwrite');
      await Promise.all([
        ...steps.map(({ tab, at }) => transaction.store.delete([tab, at])),
        transaction.done,
      ]);
    },
    async forget(rows) {
      const transaction = (await opening).transaction('steps', 'readwrite');
      const index = transaction.store.index('rows');
      for (const row of rows)
        for (const key of await index.getAllKeys(row)) await transaction.store.delete(key);
      await transaction.done;
    },
  };
}

interface MetaReader {
  get(key: 'cursor' | 'epoch'): Promise<number | string | undefined>;
}

async function readCursor(meta: MetaReader): Promise<Pick<StoredState, 'cursor' | 'epoch'>> {
  const [cursor, epoch] = await Promise.all([meta.get('cursor'), meta.get('epoch')]);
  return {
    cursor: typeof cursor === 'number' ? cursor : null,
    epoch: typeof epoch === 'string' ? epoch : null,
  };
}

interface OutboxReader {
  getAllKeys(): Promise<number[]>;
  getAll(): Promise<Omit<StoredMutation, 'order'>[]>;
}

async function readOutbox(outbox: OutboxReader): Promise<StoredMutation[]> {
  const [orders, stored] = await Promise.all([outbox.getAllKeys(), outbox.getAll()]);
  return stored.map((entry, at) => ({ ...entry, order: orders[at] as number }));
}
