import { stat, truncate, writeFile } from 'node:fs/promises';
import type { Logger } from '#platform/log.ts';
import type { EmbeddedPaths } from './embedded.ts';
import { DatabaseFolderError } from '#platform/db/driver/errors.ts';
import { type FolderLock, lockFolder } from './folder-lock.ts';

/** Enough space for a lock file and for the writes of an opening database. */
const SPARE_BYTES = 4 * 1024 * 1024;

/**
 * Locks the folder by creating a file. Space is reserved for that file because the server must be able to start on a full disk and serve
 * reads. The space is released for the start, and reserved again once there is enough room.
 */
export async function lockWithSpare(
  { data, lock: path, spare }: EmbeddedPaths,
  logger: Logger,
): Promise<FolderLock> {
  try {
    const lock = await lockFolder(path, data);
    await reserveSpace(spare);
    return lock;
  } catch (error) {
    if (!isFull(error)) throw error;
  }
  logger.error({ folder: data }, 'disk full: database is read-only');
  try {
    await truncate(spare);
    return await lockFolder(path, data);
  } catch (error) {
    if (!isFull(error) && (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new DatabaseFolderError(`No space left on the disk of ${data}. Free some space, and start again.`, {
      cause: error,
    });
  }
}

async function reserveSpace(path: string): Promise<void> {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size >= SPARE_BYTES) return;
  await writeFile(path, Buffer.alloc(SPARE_BYTES), { mode: 0o600 }).catch(async (error: unknown) => {
    if (!isFull(error)) throw error;
    // A partial reservation would only occupy space that is needed now.
    await truncate(path).catch(() => undefined);
  });
}

function isFull(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT';
}
