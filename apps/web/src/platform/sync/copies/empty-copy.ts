import { openDB } from 'idb';

/** Empties a copy but for changes that were not sent. @returns whether there are any */
export async function emptyCopy(name: string): Promise<boolean> {
  const db = await openDB(name);
  try {
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
