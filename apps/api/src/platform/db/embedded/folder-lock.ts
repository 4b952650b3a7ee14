import { link, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import { DatabaseFolderError } from '#platform/db/driver/errors.ts';
import { identifyThisProcess, isOwnerAlive, type ProcessIdentity } from './process-identity.ts';

export interface FolderLock {
  release(): Promise<void>;
}

class LockHeldError extends Error {
  readonly owner: ProcessIdentity;
  constructor(owner: ProcessIdentity) {
    super('held');
    this.owner = owner;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

async function readOwner(path: string): Promise<ProcessIdentity | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as ProcessIdentity;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw new DatabaseFolderError(
      `The lock file ${path} cannot be read. If no other Hearth uses this folder, delete the file and start again.`,
      { cause: error },
    );
  }
}

async function removeIfPresent(path: string): Promise<void> {
  await unlink(path).catch((error: unknown) => {
    if (!hasCode(error, 'ENOENT')) throw error;
  });
}

/**
 * Creates the lock file at `path` from `prepared`, exclusively, and takes over the lock of a dead owner.
 *
 * Two starting processes may find the same dead owner. Only the holder of the claim file named after that owner's token may replace the
 * lock, and only after checking that the lock still belongs to that owner. Tokens are never reused, so a late claim has no effect. The
 * claim file is taken with this same function, so the claim of a dead process can itself be taken over.
 */
async function createLockFile(path: string, prepared: string): Promise<void> {
  for (;;) {
    try {
      // link() is as exclusive as O_EXCL, and the file is never visible while half written.
      await link(prepared, path);
      return;
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
    const owner = await readOwner(path);
    if (owner === null) continue;
    if (isOwnerAlive(owner)) throw new LockHeldError(owner);

    const claim = `${path}.${owner.token}`;
    try {
      await createLockFile(claim, prepared);
    } catch (error) {
      if (!(error instanceof LockHeldError)) throw error;
      await sleep(20);
      continue;
    }
    try {
      const current = await readOwner(path);
      if (current?.token === owner.token) {
        // Rename a copy, because `prepared` must still exist after this step.
        await link(prepared, `${prepared}.move`);
        await rename(`${prepared}.move`, path);
        return;
      }
    } finally {
      await removeIfPresent(claim);
    }
  }
}

/** Takes the lock file for `folder`. Throws an error that names the owner if the lock is taken. */
export async function lockFolder(path: string, folder: string): Promise<FolderLock> {
  const identity = identifyThisProcess();
  const prepared = `${path}-${identity.token}.tmp`;
  try {
    await writeFile(prepared, JSON.stringify(identity), { flag: 'wx', mode: 0o600 });
    await createLockFile(path, prepared);
  } catch (error) {
    if (!(error instanceof LockHeldError)) throw error;
    const { owner } = error;
    const where = owner.hostname === identity.hostname ? '' : ` on ${owner.hostname}`;
    throw new DatabaseFolderError(
      `The database in ${folder} is in use by process ${owner.pid}${where}. Two processes using one folder would corrupt it: ` +
        `stop that process first, or set HEARTH_DATA to another folder. (Lock file: ${path})`,
      { cause: error },
    );
  } finally {
    await removeIfPresent(prepared);
  }
  return {
    async release() {
      const current = await readOwner(path);
      if (current?.token === identity.token) await removeIfPresent(path);
    },
  };
}
