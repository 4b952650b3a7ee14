import { constants } from 'node:fs';
import { cp } from 'node:fs/promises';

import { Kysely } from 'kysely';

import { type Clock, systemClock } from '#platform/clock.ts';
import { type RandomBytes, systemRandom } from '#platform/ids.ts';
import type { Logger } from '#platform/log.ts';
import { endsWithin, SHUTDOWN } from '#platform/shutdown.ts';
import { type Db, type DbInternals, registerDb } from './transactions/database.ts';
import { type Engine, EngineDialect, type RewriteStatement } from './driver/driver.ts';
import { writeDump } from './embedded/dumps.ts';
import { EMBEDDED_NOTICE, type EmbeddedDatabase, openEmbedded } from './embedded/embedded.ts';
import { DatabaseUnavailableError } from './driver/errors.ts';
import { withConnection } from './driver/with-connection.ts';
import {
  createAnalyzeTask,
  createCheckpointTask,
  startMaintenance,
  vacuumTables,
} from './maintenance/maintenance.ts';
import { findMigrationsFolder, migrate } from './maintenance/migrations.ts';
import { createPgliteEngine } from './engines/pglite-engine.ts';
import { PgliteHost } from './engines/pglite-host.ts';
import { type Openings, watchOpenings } from './transactions/log-epoch.ts';
import { TeamTurns } from './transactions/team-turns.ts';
import { createPostgresEngine } from './engines/postgres-engine.ts';
import { assertHealthy, assertRowSecurity } from './maintenance/row-security.ts';
import type { DbSchema } from './tables/schema.ts';
import { writeTar } from './embedded/tar-folder.ts';

export interface DatabaseSettings {
  /** If set, PostgreSQL is used, otherwise the embedded database in `dataFolder`. */
  databaseUrl?: string | undefined;
  dataFolder: string;
  logger: Logger;
  clock?: Clock;
  random?: RandomBytes;
  /** Keeps the embedded database in memory, for tests. */
  isInMemory?: boolean;
  /** A dump from which to initialize a new embedded database, instead of creating it from scratch. */
  template?: string | undefined;
  /** Statement timeout. The embedded database is reopened when a statement exceeds it. */
  deadlineMs?: number;
  rowLimit?: number;
  poolSize?: number;
  /** Set for a pooler in front of PostgreSQL that does not support prepared statements. */
  hasUnnamedStatements?: boolean;
  dumpEveryMs?: number;
  keepDumps?: number;
  /** How long a shutdown waits for its dump, in ms. */
  finalDumpMs?: number;
  vacuumEveryMs?: number;
  migrationsFolder?: string;
  /** Only tools that create the schema themselves set it to false. */
  shouldMigrate?: boolean;
  /**
   * For tests only, not configurable. The tests remove the team filter from statements and check that row-level security
   * still holds.
   */
  rewriteStatement?: RewriteStatement | undefined;
}

const HOUR_MS = 3_600_000;
const DEFAULTS = {
  deadlineMs: 5_000,
  rowLimit: 10_000,
  poolSize: 10,
  keepDumps: 24,
  finalDumpMs: 2_000,
  vacuumEveryMs: 10 * 60_000,
};

interface Opened {
  engine: Engine;
  host: PgliteHost | null;
  embedded: EmbeddedDatabase | null;
}

async function openEngine(settings: DatabaseSettings): Promise<Opened> {
  const { databaseUrl, logger } = settings;
  if (databaseUrl) {
    const onError = (error: Error) => logger.warn({ err: error }, 'idle database connection lost');
    const engine = createPostgresEngine(databaseUrl, settings.poolSize ?? DEFAULTS.poolSize, onError);
    return { engine, host: null, embedded: null };
  }
  const template = settings.template ?? null;
  if (settings.isInMemory) {
    const host = new PgliteHost({ folder: null, template });
    await host.start();
    return { engine: createPgliteEngine(host), host, embedded: null };
  }
  const embedded = await openEmbedded(settings.dataFolder, template, logger);
  return { engine: createPgliteEngine(embedded.host), host: embedded.host, embedded };
}

async function writeEmbeddedDump(
  opened: Opened,
  settings: DatabaseSettings,
  pack: (embedded: EmbeddedDatabase, file: string) => Promise<void>,
): Promise<string | null> {
  const { embedded } = opened;
  if (!embedded) return null;
  const target = { folder: embedded.paths.dumps, keep: settings.keepDumps ?? DEFAULTS.keepDumps };
  return await writeDump(target, (settings.clock ?? systemClock).now(), (file) => pack(embedded, file));
}

// Blocks other callers only during the copy, which takes a fraction of the time that compression takes.
async function dumpWhileServing(
  opened: Opened,
  settings: DatabaseSettings,
  openings: Openings | null,
): Promise<string | null> {
  return await writeEmbeddedDump(opened, settings, async ({ paths }, file) => {
    const copy = `${file}.copy.part`;
    await withConnection(opened.engine, async (client) => {
      await client.query('checkpoint');
      await cp(paths.database, copy, { recursive: true, mode: constants.COPYFILE_FICLONE });
    });
    await openings?.leaveCopy();
    await writeTar(copy, file);
  });
}

async function waitUntilQuiet(parts: DbInternals): Promise<void> {
  if (parts.openTransactions === 0) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  parts.onQuiet = resolve;
  await endsWithin(promise, SHUTDOWN.quiet);
}

// Archives the folder itself, if time permits, because no more requests are served.
async function dumpAtShutdown(opened: Opened, settings: DatabaseSettings, limitMs: number): Promise<void> {
  if (!opened.embedded) return;
  const deadlineMs = Math.max(0, Math.min(settings.finalDumpMs ?? DEFAULTS.finalDumpMs, limitMs));
  const abort = new AbortController();
  const dump = writeEmbeddedDump(opened, settings, ({ paths }, file) =>
    withConnection(opened.engine, async (client) => {
      await client.query('checkpoint');
      await writeTar(paths.database, file, abort.signal);
    }),
  ).catch((error: unknown) => {
    settings.logger.warn(
      { err: error },
      'failed to write a dump at shutdown; the database itself is complete',
    );
  });
  if (await endsWithin(dump, deadlineMs)) return;
  abort.abort(new DatabaseUnavailableError(`The dump timed out after ${deadlineMs} ms.`));
  await endsWithin(dump, SHUTDOWN.engine);
}

/**
 * Opens the database, migrates it and verifies that requests can't bypass row-level security. Tables that grow are analyzed. An embedded
 * database in a folder is also vacuumed and checkpointed, and dumped every hour. `close()` must be awaited.
 */
export async function openDatabase(settings: DatabaseSettings): Promise<Db> {
  const { logger } = settings;
  const opened = await openEngine(settings);
  const { engine, host, embedded } = opened;
  const kysely = new Kysely<DbSchema>({
    dialect: new EngineDialect(engine, {
      rowLimit: settings.rowLimit ?? DEFAULTS.rowLimit,
      rewriteStatement: settings.rewriteStatement,
      hasUnnamedStatements: settings.hasUnnamedStatements,
    }),
  });
  const parts: DbInternals = {
    kysely,
    engine,
    clock: settings.clock ?? systemClock,
    random: settings.random ?? systemRandom,
    logger,
    deadlineMs: settings.deadlineMs ?? DEFAULTS.deadlineMs,
    migrationsFolder: settings.migrationsFolder ?? findMigrationsFolder(),
    isClosing: false,
    openTransactions: 0,
    turns: new TeamTurns(),
    writes: 0,
    onQuiet: null,
  };
  let stopMaintenance = async (): Promise<void> => {};
  let closing: Promise<void> | null = null;

  async function closeAll(shouldDump: boolean, limitMs = Infinity): Promise<void> {
    parts.isClosing = true;
    const startedAt = performance.now();
    await Promise.all([endsWithin(stopMaintenance(), SHUTDOWN.quiet), waitUntilQuiet(parts)]);
    // Once its time is up, a dump may take as long as the other two steps to notice.
    const forDumpMs = limitMs - (performance.now() - startedAt) - 3 * SHUTDOWN.engine;
    if (shouldDump && parts.openTransactions === 0) await dumpAtShutdown(opened, settings, forDumpMs);
    await host?.stop(SHUTDOWN.engine);
    // Do not wait for connections that are still in use: the process exits, and the server rolls them back.
    await endsWithin(engine.pool.end(), SHUTDOWN.engine);
    await embedded?.lock.release();
  }

  let openings: Openings | null = null;
  const db: Db = {
    engine: engine.kind,
    notice: embedded ? EMBEDDED_NOTICE : null,
    dump: () => dumpWhileServing(opened, settings, openings),
    close: (limitMs) => (closing ??= closeAll(true, limitMs)),
  };
  registerDb(db, parts);

  try {
    if (settings.shouldMigrate ?? true) {
      await migrate(db, parts.migrationsFolder, (name) => logger.info({ name }, 'migration applied'));
      await assertHealthy(db);
      await assertRowSecurity(db);
      if (embedded) {
        openings = watchOpenings(db, { path: embedded.paths.opening, random: parts.random, logger });
        await openings.begin();
      }
    }
  } catch (error) {
    await closeAll(false);
    throw error;
  }
  const maintenanceTasks = [createAnalyzeTask(engine, () => parts.writes)];
  if (embedded) {
    logger.warn({ folder: embedded.paths.database }, EMBEDDED_NOTICE.text);
    const dump = { name: 'dump', everyMs: settings.dumpEveryMs ?? HOUR_MS, run: () => db.dump() };
    const vacuum = {
      name: 'vacuum',
      everyMs: settings.vacuumEveryMs ?? DEFAULTS.vacuumEveryMs,
      run: () => vacuumTables(engine),
    };
    maintenanceTasks.push(dump, vacuum, createCheckpointTask(engine));
  }
  stopMaintenance = startMaintenance(maintenanceTasks, logger);
  return db;
}
