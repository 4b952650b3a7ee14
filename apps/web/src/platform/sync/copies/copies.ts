import { openDB } from 'idb';

const PREFIX = 'hearth:';

/** The database that holds one team's copy on this device; the lock of its leading tab has the same name. */
export function nameCopy(userId: string, teamId: string): string {
  return `${PREFIX}${userId}:${teamId}`;
}

/** Deletes every copy on this device that is not this person's; all of them when `userId` is null. */
export async function wipeOtherPeople(userId: string | null): Promise<void> {
  const names = await listCopies();
  const others = names.filter((name) => userId === null || !name.startsWith(nameCopy(userId, '')));
  await Promise.all(others.map(deleteCopy));
}

/**
 * Deletes the copies of teams that the person has lost while they were not open here. A team that a tab still shows
 * is left until that tab lets go of it, and looked at again then.
 */
export async function wipeLostTeams(userId: string, isMember: (teamId: string) => boolean): Promise<void> {
  const prefix = nameCopy(userId, '');
  const names = await listCopies();
  const isLost = (name: string): boolean => name.startsWith(prefix) && !isMember(name.slice(prefix.length));
  await Promise.all(
    names.filter(isLost).map((name) =>
      navigator.locks.request(name, async () => {
        if (isLost(name)) await deleteCopy(name);
      }),
    ),
  );
}

/**
 * Empties every copy once no tab shows it any more. Changes that were not sent yet stay, for when the same person signs
 * in again; another person's sign-in deletes them.
 */
export async function wipeEndedSession(isStillEnded: () => boolean): Promise<void> {
  const names = await listCopies();
  await Promise.all(
    names.map((name) =>
      navigator.locks.request(name, async () => {
        if (isStillEnded() && !(await emptyCopy(name))) await deleteCopy(name);
      }),
    ),
  );
}

/** Gives whether unsent changes are left in it. */
async function emptyCopy(name: string): Promise<boolean> {
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

async function listCopies(): Promise<string[]> {
  const databases = await indexedDB.databases();
  return databases.map(({ name }) => name ?? '').filter((name) => name.startsWith(PREFIX));
}

function deleteCopy(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const deletion = indexedDB.deleteDatabase(name);
    deletion.addEventListener('success', () => resolve());
    deletion.addEventListener('error', () => reject(deletion.error ?? new Error(`${name} was not deleted`)));
  });
}
