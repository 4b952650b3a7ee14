import { forgetUnconfirmed } from './unconfirmed.ts';

const PREFIX = 'hearth:';

/** The name of the IndexedDB database with one team's local copy. The lock of the leading tab has the same name. */
export function localDbName(userId: string, teamId: string): string {
  return `${PREFIX}${userId}:${teamId}`;
}

/** The name of the IndexedDB database with the documents of one team that were opened on this device. */
export function documentsDbName(userId: string, teamId: string): string {
  return `${localDbName(userId, teamId)}:documents`;
}

/** Deletes every copy on this device that belongs to another user. A null `userId` deletes all copies. */
export async function wipeOtherPeople(userId: string | null): Promise<void> {
  const names = await listCopies();
  const others = names.filter((name) => userId === null || !name.startsWith(localDbName(userId, '')));
  await Promise.all(others.map(deleteCopy));
}

/**
 * Deletes the copies of teams that the user lost access to while the teams were closed on this device. A team that is still open in a tab
 * is skipped until that tab releases it and is then checked again.
 */
export async function wipeLostTeams(userId: string, isMember: (teamId: string) => boolean): Promise<void> {
  const prefix = localDbName(userId, '');
  const names = await listCopies();
  const isLost = (name: string): boolean => {
    const [teamId = ''] = name.slice(prefix.length).split(':');
    return name.startsWith(prefix) && !isMember(teamId);
  };
  await Promise.all(
    names.filter(isLost).map((name) =>
      navigator.locks.request(name, async () => {
        if (isLost(name)) await deleteCopy(name);
      }),
    ),
  );
}

/**
 * Empties every copy once no tab has it open. Unsent changes are kept in case the same user signs in again. They are deleted when another
 * user signs in.
 */
export async function wipeEndedSession(isStillEnded: () => boolean): Promise<void> {
  const names = await listCopies();
  if (names.length === 0) return;
  // Lazy-loaded: the sign-in page does not need the IndexedDB library on a device without a copy.
  const { emptyCopy } = await import('./empty-copy.ts');
  await Promise.all(
    names.map((name) =>
      navigator.locks.request(name, async () => {
        if (isStillEnded() && !(await emptyCopy(name))) await deleteCopy(name);
      }),
    ),
  );
}

/** Whether any local copy on this device, also of a team that is not open, has unsent changes. */
export async function hasUnsentChanges(): Promise<boolean> {
  const names = await listCopies();
  if (names.length === 0) return false;
  const { hasUnsent } = await import('./empty-copy.ts');
  for (const name of names) if (await hasUnsent(name)) return true;
  return false;
}

async function listCopies(): Promise<string[]> {
  const databases = await indexedDB.databases();
  return databases.map(({ name }) => name ?? '').filter((name) => name.startsWith(PREFIX));
}

function deleteCopy(name: string): Promise<void> {
  forgetUnconfirmed(name);
  return new Promise((resolve, reject) => {
    const deletion = indexedDB.deleteDatabase(name);
    deletion.addEventListener('success', () => resolve());
    deletion.addEventListener('error', () => reject(deletion.error ?? new Error(`failed to delete ${name}`)));
  });
}
