/**
 * Writes that IndexedDB has not confirmed. Leaving a page aborts their transactions, so they are then written to localStorage
 * synchronously. The next page that opens the database replays them.
 */
const writes = new Set<{ database: string; entry: () => unknown }>();
const pageId = crypto.randomUUID();
let isWatching = false;

/**
 * Runs a write and registers its entry until IndexedDB confirms or rejects the write.
 * @param entry returns the data needed to repeat the write, as a JSON-serializable value
 */
export async function persistUntilConfirmed<T>(
  database: string,
  entry: () => unknown,
  write: () => Promise<T>,
): Promise<T> {
  watchPage();
  const unconfirmed = { database, entry };
  writes.add(unconfirmed);
  try {
    return await write();
  } finally {
    writes.delete(unconfirmed);
  }
}

/** Returns the entries of earlier pages that IndexedDB did not confirm, and a function that deletes them. */
export function readUnconfirmed(database: string): { entries: unknown[]; forget: () => void } {
  const keys = listKeys(database);
  return { entries: keys.flatMap(readEntries), forget: () => forgetKeys(keys) };
}

/** Untrusted storage: a corrupted item yields no entries. */
function readEntries(key: string): unknown[] {
  try {
    const entries: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(entries) ? entries : [];
  } catch {
    return [];
  }
}

export function hasUnconfirmed(database: string): boolean {
  return listKeys(database).length > 0;
}

export function forgetUnconfirmed(database: string): void {
  forgetKeys(listKeys(database));
}

function watchPage(): void {
  if (isWatching || !('addEventListener' in globalThis)) return;
  isWatching = true;
  addEventListener('pagehide', () => {
    for (const database of new Set([...writes].map((write) => write.database))) save(database);
  });
}

function save(database: string): void {
  const entries = [...writes].filter((write) => write.database === database).map(({ entry }) => entry());
  try {
    localStorage.setItem(`${prefixOf(database)}${pageId}`, JSON.stringify(entries));
  } catch {
    // Storage is full or forbidden.
  }
}

function listKeys(database: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefixOf(database)));
  } catch {
    return [];
  }
}

function forgetKeys(keys: readonly string[]): void {
  for (const key of keys) localStorage.removeItem(key);
}

function prefixOf(database: string): string {
  return `${database}:unconfirmed:`;
}
