import { open, readFile } from 'node:fs/promises';
import { z } from 'zod';
import { isDrawnType } from '@hearth/contracts/attachments/attachment-values';
import { HEAD_BYTES, keysOf, measurePicture, readMediaType, type Measures } from '#features/files/index.ts';
import { readTeam, type TeamTx, withTeam } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import { bindJob, defineJob, enqueueJob, type JobBinding } from '#platform/jobs/index.ts';
import { listTables } from './attachment-kind.ts';
import { listReferencedFiles } from './storage.queries.ts';

const FOLDER = 'attachments';
/** Delay in ms before orphaned files are removed. By then, the transaction that references a file has either committed or failed. */
const UNNAMED_MS = 3_600_000;
/** Maximum number of files per job. */
const CHUNK = 500;

const dropFiles = defineJob({
  kind: 'tasks.drop-files',
  rule: { kind: 'system' },
  data: z.strictObject({ keys: z.array(z.string()).max(CHUNK) }),
  limitMs: 5 * 60_000,
  attempts: 10,
  retryMs: 60_000,
});

/** Removes files that no row references. The job is enqueued before a file is stored, or in the transaction that deletes its row. */
export function bindDropFiles(app: App): JobBinding {
  return bindJob(dropFiles, async ({ data: { keys }, teamId, signal }) => {
    const referenced = await readTeam(app.db, { teamId, userId: null }, (tx) =>
      listReferencedFiles(tx, listTables(app), keys),
    );
    for (const key of keys) {
      signal.throwIfAborted();
      if (!referenced.has(key)) await removeFile(app, key);
    }
  });
}

export async function removeFile(app: App, key: string): Promise<void> {
  for (const one of keysOf(key)) await app.storage.remove(one);
}

/** Enqueues the removal of files whose rows are being deleted. */
export async function dropFilesLater(
  app: App,
  tx: TeamTx,
  keys: readonly string[],
  runAt = app.clock.now(),
): Promise<void> {
  for (let from = 0; from < keys.length; from += CHUNK) {
    const data = { keys: keys.slice(from, from + CHUNK) };
    await enqueueJob(app, tx, dropFiles, { data, teamId: tx.teamId, runAt });
  }
}

/** Reserves storage keys for files, and schedules the removal of those that no row references by then. */
export async function nameFiles(app: App, teamId: string, count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, () => `${FOLDER}/${app.ids.newToken(24)}`);
  const runAt = new Date(app.clock.now().getTime() + UNNAMED_MS);
  await withTeam(app.db, { teamId, userId: null }, (tx) => dropFilesLater(app, tx, keys, runAt));
  return keys;
}

export interface FileNature {
  type: string;
  width: number | null;
  height: number | null;
}

/** Detects the type from the file's bytes and, for pictures, the dimensions. */
export async function readNature(path: string): Promise<FileNature> {
  const type = readMediaType(await readHead(path));
  const measures: Measures | null = isDrawnType(type) ? await measurePicture(await readFile(path)) : null;
  return { type, width: measures?.width ?? null, height: measures?.height ?? null };
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(HEAD_BYTES), position: 0 });
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
