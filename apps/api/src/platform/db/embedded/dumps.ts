import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

const SUFFIX = '.tar.gz';
const DUMP_NAME = /^hearth-[\dTZ-]+\.tar\.gz$/;

// Removes the remains of a failed dump or of a process that was killed while writing.
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.endsWith('.part')) await rm(join(folder, name), { recursive: true, force: true });
  }
}

interface DumpSettings {
  folder: string;
  keep: number;
}

/** Lists the dumps in `folder`, newest first. Their names sort by time. */
export async function listDumps(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => DUMP_NAME.test(name))
    .sort()
    .toReversed()
    .map((name) => join(folder, name));
}

/** Writes a dump atomically (temporary name, then rename), and removes the oldest dumps. */
export async function writeDump(
  settings: DumpSettings,
  at: Date,
  pack: (file: string) => Promise<void>,
): Promise<string> {
  await mkdir(settings.folder, { recursive: true, mode: 0o700 });
  await removeUnfinished(settings.folder);
  const file = join(settings.folder, `hearth-${at.toISOString().replaceAll(/[:.]/g, '-')}${SUFFIX}`);
  try {
    await pack(`${file}.part`);
    await rename(`${file}.part`, file);
  } finally {
    await removeUnfinished(settings.folder);
  }
  for (const old of (await listDumps(settings.folder)).slice(settings.keep)) await rm(old, { force: true });
  return file;
}
