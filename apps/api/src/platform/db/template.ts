import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import type { Logger } from '#platform/log.ts';
import { getInternals } from './transactions/database.ts';
import { describePaths } from './embedded/embedded.ts';
import { withConnection } from './driver/with-connection.ts';
import { findMigrationsFolder, readMigrations } from './maintenance/migrations.ts';
import { openDatabase } from './open-database.ts';
import { writeTar } from './embedded/tar-folder.ts';

const EXTENSION = '.tar';
const EMPTY = 'empty-';
const MIGRATED = 'template-';

function findPglitePackage(): string {
  let folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}

/**
 * Returns the cache key of a template, its file and the prefix of the file name. The key covers the migrations and the version of the
 * embedded engine.
 */
export async function describeTemplate(
  migrationsFolder = findMigrationsFolder(),
): Promise<{ key: string; file: string; prefix: string }> {
  const pglite = findPglitePackage();
  const { version } = JSON.parse(await readFile(join(pglite, 'package.json'), 'utf8')) as { version: string };
  const hash = createHash('sha256').update(version);
  const migrations = readMigrations(migrationsFolder);
  const prefix = migrations.length === 0 ? EMPTY : MIGRATED;
  for (const migration of migrations) hash.update(`${migration.name} ${migration.sha256}\n`);
  const key = hash.digest('hex').slice(0, 16);
  const cache = join(dirname(dirname(pglite)), '.cache', 'hearth');
  return { key, file: join(cache, `${prefix}${key}${EXTENSION}`), prefix };
}

/**
 * Returns a file with a migrated embedded database without rows, or without tables if the folder has no migrations. Creates it on first
 * use. Loading the file takes a fraction of the time of creating a database. Safe for concurrent processes.
 */
export async function createTemplate(
  logger: Logger,
  migrationsFolder = findMigrationsFolder(),
): Promise<string> {
  const { file, prefix } = await describeTemplate(migrationsFolder);
  if (existsSync(file)) return file;
  const cache = dirname(file);
  await mkdir(cache, { recursive: true });
  const work = `${file}.${randomUUID()}`;
  const unfinished = `${work}.part`;
  const noMigrations = `${work}.none`;
  try {
    await mkdir(noMigrations);
    // Start from an empty template: creating an empty database takes most of the time and does not depend on the migrations.
    const empty =
      prefix === EMPTY ? { shouldMigrate: false } : { template: await createTemplate(logger, noMigrations) };
    const db = await openDatabase({ dataFolder: work, logger, migrationsFolder, keepDumps: 0, ...empty });
    const { engine } = getInternals(db);
    await withConnection(engine, async (client) => {
      await client.query('checkpoint');
      await writeTar(describePaths(work).database, unfinished);
    });
    await db.close();
  } finally {
    for (const folder of [work, noMigrations]) await rm(folder, { recursive: true, force: true });
  }
  await rename(unfinished, file);
  for (const name of await readdir(cache)) {
    const isOld = name.startsWith(prefix) && name.endsWith(EXTENSION) && join(cache, name) !== file;
    if (isOld) await rm(join(cache, name), { force: true });
  }
  return file;
}
