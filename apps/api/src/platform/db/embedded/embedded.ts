import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { Logger } from '#platform/log.ts';
import type { DatabaseNotice } from '#platform/db/transactions/database.ts';
import { listDumps } from './dumps.ts';
import { DatabaseFolderError } from '#platform/db/driver/errors.ts';
import type { FolderLock } from './folder-lock.ts';
import { lockWithSpare } from './spare-room.ts';
import { PgliteHost } from '#platform/db/engines/pglite-host.ts';

export const EMBEDDED_NOTICE: DatabaseNotice = {
  title: 'Embedded database',
  text:
    'Data is kept in the embedded database: it serves one machine, and a power failure may lose the latest changes. ' +
    'For production, set DATABASE_URL to a PostgreSQL server and move the data with: npm run move -- --to <url>',
};

export interface EmbeddedPaths {
  data: string;
  database: string;
  lock: string;
  dumps: string;
  /** The marker file that distinguishes a folder in continuous use from a restored one (log-epoch.ts). */
  opening: string;
  /** Reserved space, which is released to allow a start on a full disk. */
  spare: string;
}

/** Returns the paths of the embedded database within the data folder. */
export function describePaths(dataFolder: string): EmbeddedPaths {
  return {
    data: dataFolder,
    database: join(dataFolder, 'db'),
    lock: join(dataFolder, 'db.lock'),
    dumps: join(dataFolder, 'dumps'),
    opening: join(dataFolder, 'db.opening'),
    spare: join(dataFolder, 'db.spare'),
  };
}

// Creates the folder atomically (in a sibling folder, then renamed), to prevent an interrupted start from leaving a folder that looks like
// a database. Runs in its own thread, because its memory is released only when the thread ends.
async function createDatabaseFolder(paths: EmbeddedPaths, template: string | null): Promise<void> {
  const unfinished = `${paths.database}.new`;
  await rm(unfinished, { recursive: true, force: true });
  const host = new PgliteHost({ folder: unfinished, template });
  try {
    await host.start();
  } finally {
    await host.stop(30_000);
  }
  await rename(unfinished, paths.database);
}

export interface EmbeddedDatabase {
  host: PgliteHost;
  lock: FolderLock;
  paths: EmbeddedPaths;
}

/** Locks the folder and opens the database in it. Creates the database if it is missing, and never deletes data. */
export async function openEmbedded(
  dataFolder: string,
  template: string | null,
  logger: Logger,
): Promise<EmbeddedDatabase> {
  const paths = describePaths(dataFolder);
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  const lock = await lockWithSpare(paths, logger);
  const host = new PgliteHost({
    folder: paths.database,
    template: null,
    onRestart: (reason) => logger.warn({ reason }, 'reopening the embedded database'),
  });
  try {
    if (!existsSync(paths.database)) {
      logger.info({ folder: paths.database }, 'creating a new embedded database');
      await createDatabaseFolder(paths, template);
    }
    await host.start();
  } catch (error) {
    await host.stop(0);
    await lock.release();
    const [newest] = await listDumps(paths.dumps);
    const advice = newest
      ? `The newest dump is ${newest}. To restore it: mv '${paths.database}' '${paths.database}.broken' && ` +
        `mkdir '${paths.database}' && tar -xzf '${newest}' -C '${paths.database}'`
      : `No dump found in ${paths.dumps}.`;
    throw new DatabaseFolderError(
      `The embedded database in ${paths.database} could not be opened. Nothing was deleted. ${advice}`,
      { cause: error },
    );
  }
  return { host, lock, paths };
}
