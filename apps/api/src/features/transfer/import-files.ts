import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PLANS } from '@hearth/contracts/billing/plans';
import { nameFiles, readNature, type FileNature } from '#features/attachments/index.ts';
import type { App } from '#platform/feature.ts';
import { withScratch } from '#platform/scratch.ts';
import type { TeamFile } from './import-zip.ts';
import { attachedFile } from './part-rows.ts';

/** Metadata of a stored file, determined from the file's bytes because the rows are untrusted. */
export interface StoredFile extends FileNature {
  storageKey: string;
  bytes: number;
}

/**
 * Stores the files on tasks and documents. Returns the files by the ids of their rows. If the import fails, the files are removed an hour
 * later.
 */
export async function storeFiles(
  app: App,
  teamId: string,
  file: TeamFile,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, StoredFile>> {
  const stored = new Map<string, StoredFile>();
  const included = [...new Set(ids)].filter((id) => file.has(attachedFile(id)));
  const keys = await nameFiles(app, teamId, included.length);
  await withScratch(app, async (folder) => {
    for (const [at, id] of included.entries()) {
      signal.throwIfAborted();
      const path = join(folder, 'attached');
      if (!(await file.save(attachedFile(id), path, PLANS.pro.fileBytes))) continue;
      const storageKey = keys[at] ?? '';
      const { size: bytes } = await stat(path);
      const nature = await readNature(path);
      await app.storage.take(storageKey, path);
      stored.set(id, { ...nature, bytes, storageKey });
    }
  });
  return stored;
}
