import { mkdir } from 'node:fs/promises';
import type { Level } from 'pino';
import { loadConfig, type Config } from '#config.ts';
import { createProductClock, systemClock } from '#platform/clock.ts';
import { openDatabase, type Db } from '#platform/db/index.ts';
import { createEvents } from '#platform/events.ts';
import { createFanout } from '#platform/fanout/index.ts';
import { createIds } from '#platform/ids.ts';
import { createLogger, type Logger } from '#platform/log.ts';
import { createMailer } from '#platform/mail/index.ts';
import { createOutbound } from '#platform/outbound/index.ts';
import { createSeal, loadSecret } from '#platform/seal.ts';
import { SHUTDOWN } from '#platform/shutdown.ts';
import { createStorage, type Storage } from '#platform/storage/index.ts';
import { serveApp, type ServedApp } from '#serve-app.ts';

export interface RunningApi {
  url: string;
  /** Serves a read request that the web server in the same process makes for a client at `address`. */
  inject: ServedApp['inject'];
  close(): Promise<void>;
}

/** Creates and migrates the database before the first start. Idempotent. */
export async function prepareApi(env: NodeJS.ProcessEnv): Promise<void> {
  const config = loadConfig(env);
  const db = await openData(config, createLogger({ level: 'error' }));
  await db.close();
}

/** Starts the API with settings from the environment. `close` drains requests and stops it. */
export async function startApi(env: NodeJS.ProcessEnv): Promise<RunningApi> {
  const config = loadConfig(env);
  const log = createLogger({ level: config.logLevel as Level });
  const clock = createProductClock(systemClock);
  const ids = createIds(clock);
  const storage = createStorage(config, { ids, log });
  if (config.s3 !== undefined) await assertReachable(storage, config.s3.bucket);
  const db = await openData(config, log);
  const fanout = createFanout(config, { ids, log });
  const mailer = config.mail === undefined ? null : createMailer(config.mail, log);
  const outbound = createOutbound();
  try {
    const served = await serveApp({
      config,
      db,
      clock,
      ids,
      log,
      events: createEvents(),
      fanout,
      mailer,
      outbound,
      seal: createSeal(loadSecret(config.secret, config.dataFolder)),
      storage,
    });
    log.info({ address: config.apiOrigin, engine: db.engine }, 'API listening');
    return {
      url: config.apiOrigin,
      inject: async (path, address) => await served.inject(path, address),
      close: async () => {
        const startedAt = performance.now();
        outbound.close();
        await served.close();
        await fanout.close();
        mailer?.close();
        await db.close(SHUTDOWN.total - (performance.now() - startedAt));
        log.info('API stopped');
      },
    };
  } catch (error) {
    await fanout.close();
    await db.close();
    throw error;
  }
}

/** Fails fast: a missing or inaccessible bucket must be detected at start-up rather than by the first upload. */
async function assertReachable(storage: Storage, bucket: string): Promise<void> {
  try {
    await storage.list('start');
  } catch (error) {
    throw new Error(`Hearth cannot start: the bucket ${bucket} cannot be read. Check the S3_ settings.`, {
      cause: error,
    });
  }
}

async function openData(config: Config, logger: Logger): Promise<Db> {
  await mkdir(config.dataFolder, { recursive: true, mode: 0o700 });
  return await openDatabase({
    databaseUrl: config.databaseUrl,
    hasUnnamedStatements: !config.hasPreparedStatements,
    dataFolder: config.dataFolder,
    logger,
  });
}
