import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rename, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { isRuntimeCrash, repeatAfterCrash, RuntimeCrash } from '#api/testing/crashes/runtime-crash.ts';

const cache = 'node_modules/.cache/hearth';
const migrations = 'apps/api/migrations';

/**
 * Returns a data folder with an empty, migrated database for tests to copy. The folder is created once per build and version of the
 * migrations because creating a database takes about 10 s.
 */
export async function prepareData(): Promise<string> {
  const hash = createHash('sha256').update(await readFile('dist/hearth.mjs'));
  for (const name of (await readdir(migrations)).toSorted())
    hash.update(await readFile(`${migrations}/${name}`));
  const folder = `${cache}/e2e-data-${hash.digest('hex').slice(0, 16)}`;
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.${process.pid}`;
  await mkdir(cache, { recursive: true });
  await rm(unfinished, { recursive: true, force: true });
  for (const name of await readdir(cache)) {
    if (/^e2e-data-\w+$/.test(name)) await rm(`${cache}/${name}`, { recursive: true, force: true });
  }
  const env = { ...process.env, HEARTH_DATA: unfinished, DATABASE_URL: '', NODE_ENV: undefined };
  await repeatAfterCrash('prepared data', () => prepare(env));
  try {
    await rename(unfinished, folder);
  } catch (error) {
    // If it exists by now, a concurrent run on this host has created it.
    if (!existsSync(folder)) throw error;
    await rm(unfinished, { recursive: true, force: true });
  }
  return folder;
}

async function prepare(env: NodeJS.ProcessEnv): Promise<void> {
  try {
    await promisify(execFile)(process.execPath, ['dist/hearth.mjs', '--prepare'], { env });
  } catch (error) {
    const { signal, stderr } = error as { signal?: unknown; stderr?: string };
    throw isRuntimeCrash(signal) ? new RuntimeCrash(stderr ?? '', signal) : error;
  }
}
