import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from './feature.ts';

/** Age after which leftover files of crashed processes are removed. */
const LEFTOVER_MS = 24 * 3_600_000;

function folderOf(app: App): string {
  // Use the same volume as the storage, to move finished files instead of copying them.
  return join(app.config.dataFolder, 'scratch');
}

/** Runs `work` with a temporary folder for files that are too large for memory. */
export async function withScratch<T>(app: App, work: (folder: string) => Promise<T>): Promise<T> {
  const parent = folderOf(app);
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(parent, 'x-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function clearScratch(app: App): Promise<void> {
  for (const name of await readdir(folderOf(app)).catch(() => [])) {
    const folder = join(folderOf(app), name);
    const age = app.clock.now().getTime() - (await stat(folder)).mtimeMs;
    if (age > LEFTOVER_MS) await rm(folder, { recursive: true, force: true });
  }
}
