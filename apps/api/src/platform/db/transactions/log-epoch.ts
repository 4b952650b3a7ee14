import { rename, stat, readFile, writeFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Logger } from '#platform/log.ts';
import type { RandomBytes } from '#platform/ids.ts';
import type { Db } from './database.ts';
import { asOwner, type OwnerTx } from './transactions.ts';

/**
 * Starts a new epoch of the teams' logs, so that clients of the old epoch restart from a new snapshot. Call it after
 * restoring the database from a backup.
 */
export async function renewEpoch(db: Db): Promise<void> {
  await asOwner(db, (tx) => startNewEpoch(tx));
}

async function startNewEpoch(tx: OwnerTx): Promise<void> {
  await sql`update log_epoch set epoch = gen_random_uuid(), restores = restores + 1`.execute(tx);
}

/**
 * Reads the content and the file identity of the marker file next to the embedded database's folder. The database stores
 * both. If only the folder was restored, the stored content differs. If the file was restored with the folder, its identity
 * differs. A rollback of the whole disk is not detected.
 */
async function readMark(path: string): Promise<string | null> {
  try {
    const token = await readFile(path, 'utf8');
    const { ino, birthtimeNs } = await stat(path, { bigint: true });
    return `${token} ${ino} ${birthtimeNs}`;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

async function writeMark(path: string, token: string): Promise<string | null> {
  await writeFile(`${path}.new`, token, { mode: 0o600 });
  await rename(`${path}.new`, path);
  return await readMark(path);
}

export interface Openings {
  /** Checks whether the folder continues from its last state. Starts a new epoch if it does not. */
  begin(): Promise<void>;
  /** Marks all existing copies of the folder as backups. */
  leaveCopy(): Promise<void>;
}

/** Detects whether the folder of the embedded database was restored since it was last open. */
export function watchOpenings(
  db: Db,
  { path, random, logger }: { path: string; random: RandomBytes; logger: Logger },
): Openings {
  async function mark(tx: OwnerTx): Promise<void> {
    const opening = await writeMark(path, Buffer.from(random(16)).toString('hex'));
    await sql`update log_epoch set opening = ${opening}`.execute(tx);
  }
  return {
    async begin() {
      try {
        await asOwner(db, async (tx) => {
          const { rows } = await sql<{ opening: string | null }>`select opening from log_epoch`.execute(tx);
          const isRestored = (rows[0]?.opening ?? null) !== (await readMark(path));
          if (isRestored) {
            logger.warn('embedded database restored from a backup; clients will reload their copies');
            await startNewEpoch(tx);
          }
          await mark(tx);
        });
      } catch (error) {
        // On a full disk the database can still be read. The next start checks again.
        logger.warn({ err: error }, 'failed to record the log epoch');
      }
    },
    leaveCopy: () => asOwner(db, mark),
  };
}
