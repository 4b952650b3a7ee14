import { openDB, type IDBPDatabase } from 'idb';
import type { StoredMutation } from '#platform/sync/rows/types.ts';
import { hasUnconfirmed } from './unconfirmed.ts';

/**
 * Empties a local copy but keeps unsent changes.
 * @returns whether there are any unsent changes
 */
export async function emptyCopy(name: string): Promise<boolean> {
  const db = await openDB(name);
  try {
    if (db.objectStoreNames.contains('states')) return (await emptyDocuments(db)) || hasUnconfirmed(name);
    const stores = ['meta', 'chunks', 'steps', 'outbox', 'files'].filter((store) =>
      db.objectStoreNames.contains(store),
    );
    if (stores.length === 0) return false;
    const transaction = db.transaction(stores, 'readwrite');
    for (const store of ['meta', 'chunks', 'steps'])
      if (stores.includes(store)) await transaction.objectStore(store).clear();
    let unsent = 0;
    for (const store of ['outbox', 'files'])
      if (stores.includes(store)) unsent += await transaction.objectStore(store).count();
    await transaction.done;
    return unsent > 0;
  } finally {
    db.close();
  }
}

/** Whether a local copy has changes or files that the server has not received. */
export async function hasUnsent(name: string): Promise<boolean> {
  const db = await openDB(name);
  try {
    const has = (store: string) => db.objectStoreNames.contains(store);
    if (has('updates')) {
      const updates = (await db.getAll('updates')) as { session: string | null }[];
      return updates.some(({ session }) => session !== null) || hasUnconfirmed(name);
    }
    if (has('files') && (await db.count('files')) > 0) return true;
    if (!has('outbox')) return false;
    const outbox = (await db.getAll('outbox')) as Pick<StoredMutation, 'seq' | 'refusedWith'>[];
    return outbox.some(({ seq, refusedWith }) => seq === null && refusedWith === null);
  } finally {
    db.close();
  }
}

/** Keeps unsent document updates and the documents they belong to. Returns whether there are any. */
async function emptyDocuments(db: IDBPDatabase): Promise<boolean> {
  const transaction = db.transaction(['states', 'updates'], 'readwrite');
  const updates = transaction.objectStore('updates');
  const rows = (await updates.getAll()) as { documentId: string; session: string | null }[];
  const unsent = new Set(rows.flatMap(({ documentId, session }) => (session === null ? [] : documentId)));
  const isSent = ({ documentId }: { documentId: string }) => !unsent.has(documentId);
  for (const store of [transaction.objectStore('states'), updates]) {
    for (let row = await store.openCursor(); row !== null; row = await row.continue()) {
      if (isSent(row.value as { documentId: string })) await row.delete();
    }
  }
  await transaction.done;
  return unsent.size > 0;
}
