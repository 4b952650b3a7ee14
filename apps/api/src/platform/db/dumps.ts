import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

const SUFFIX = '.tar.gz';
const DUMP_NAME = /^hearth-[\dTZ-]+\.tar\.gz$/;

export interface DumpSettings {
  folder: string;
  keep: number;
}

/** The dumps in `folder`, newest first. Their names sort by time. */
export async function listDumps(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => DUMP_NAME.test(name))
    .sort()
    .toReversed()
    .map((name) => join(folder, name));
}

/** Writes a dump under a temporary name, gives it its real one when it is whole, and removes the oldest. */
export async function writeDump(
  settings: DumpSettings,
  at: Date,
  write: (file: string) => Promise<void>,
): Promise<string> {
  await mkdir(settings.folder, { recursive: true, mode: 0o700 });
  const file = join(settings.folder, `hearth-${at.toISOString().replaceAll(/[:.]/g, '-')}${SUFFIX}`);
  const unfinished = `${file}.part`;
  // Left by a process that was ended while it wrote.
  for (const name of await readdir(settings.folder)) {
    if (name.endsWith('.part')) await rm(join(settings.folder, name), { force: true });
  }
  await write(unfinished);
  await rename(unfinished, file);
  for (const old of (await listDumps(settings.folder)).slice(settings.keep)) await rm(old, { force: true });
  return file;
}
