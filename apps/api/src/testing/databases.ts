import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe } from 'vitest';

import type { DatabaseSettings, Db } from '#platform/db/index.ts';
import { openDatabase } from '#platform/db/index.ts';
import { createTemplate, describeTemplate } from '#platform/db/template.ts';
import { createLogger } from '#platform/log.ts';
import { createPostgresDatabase, replaceDatabase, runAsAdmin } from './postgres-database.ts';

export { createPostgresDatabase };

const logger = createLogger({ level: 'silent' });

export interface TestEngine {
  readonly kind: Db['engine'];
  /** Opens a separate migrated database, which is removed on close. */
  open(settings?: Partial<DatabaseSettings>): Promise<Db>;
  /** Creates a separate empty database. @returns the settings for opening it */
  prepareEmpty(): Promise<{ settings: DatabaseSettings; remove: () => Promise<void> }>;
}

// The template is created once per version of the migrations. Other test processes wait for the advisory lock.
async function createPostgresTemplate(adminUrl: string): Promise<string> {
  const { key } = await describeTemplate();
  const name = `hearth_template_${key}`;
  await runAsAdmin(adminUrl, async (client) => {
    await client.query('select pg_advisory_lock(4839202)');
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount) return;
    await client.query(`create database ${name}_unfinished template template0`);
    try {
      const databaseUrl = replaceDatabase(adminUrl, `${name}_unfinished`);
      const db = await openDatabase({ databaseUrl, dataFolder: tmpdir(), logger });
      await db.close();
      await client.query(`alter database ${name}_unfinished rename to ${name}`);
    } finally {
      await client.query(`drop database if exists ${name}_unfinished with (force)`);
    }
  });
  return name;
}

/** Creates a separate migrated PostgreSQL database for servers that run as processes. */
export async function createMigratedPostgres(
  adminUrl: string,
): Promise<{ url: string; remove: () => Promise<void> }> {
  return await createPostgresDatabase(adminUrl, await createPostgresTemplate(adminUrl));
}

function createPostgresTestEngine(adminUrl: string): TestEngine {
  return {
    kind: 'postgres',
    async open(settings = {}) {
      const database = await createMigratedPostgres(adminUrl);
      const db = await openDatabase({ dataFolder: tmpdir(), logger, ...settings, databaseUrl: database.url });
      const closeDb = db.close.bind(db);
      // Keep the same object because its connection is looked up by identity.
      return Object.assign(db, {
        close: async () => {
          await closeDb();
          await database.remove();
        },
      });
    },
    async prepareEmpty() {
      const { url, remove } = await createPostgresDatabase(adminUrl);
      return { settings: { dataFolder: tmpdir(), logger, databaseUrl: url }, remove };
    },
  };
}

const pgliteTestEngine: TestEngine = {
  kind: 'pglite',
  async open(settings = {}) {
    const template = await createTemplate(logger);
    return await openDatabase({ dataFolder: tmpdir(), logger, isInMemory: true, template, ...settings });
  },
  async prepareEmpty() {
    const dataFolder = await mkdtemp(join(tmpdir(), 'hearth-test-'));
    const template = await createTemplate(logger, dataFolder);
    const remove = () => rm(dataFolder, { recursive: true, force: true });
    return { settings: { dataFolder, logger, isInMemory: true, template }, remove };
  },
};

/** PostgreSQL server on which the tests may create databases. Tests run without PostgreSQL if it is unset or empty. */
export const testDatabaseUrl: string | undefined = process.env['TEST_DATABASE_URL'] || undefined;

export const testEngines: TestEngine[] = testDatabaseUrl
  ? [pgliteTestEngine, createPostgresTestEngine(testDatabaseUrl)]
  : [pgliteTestEngine];

const isOnAll = process.env['TEST_ENGINES'] === 'all';

/** Runs tests that depend on the engine on each available engine: SQL, locks, row security, sync, search, jobs, transfer, races, kills. */
export function describeEachEngine(name: string, define: (engine: TestEngine) => void): void {
  for (const engine of testEngines) describe(`${name} [${engine.kind}]`, () => define(engine));
}

/**
 * Runs tests that do not depend on the engine on only one engine: PostgreSQL if available, otherwise the embedded engine. `npm run
 * test:all` (TEST_ENGINES=all) runs them on all engines.
 */
export function describeOneEngine(name: string, define: (engine: TestEngine) => void): void {
  for (const engine of isOnAll ? testEngines : testEngines.slice(-1))
    describe(`${name} [${engine.kind}]`, () => define(engine));
}
