import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '#config.ts';
import { createProductClock, systemClock, type Clock } from '#platform/clock.ts';
import type { DatabaseSettings } from '#platform/db/index.ts';
import { createEvents } from '#platform/events.ts';
import { createLocalFanout } from '#platform/fanout/fanout.ts';
import type { App, Feature } from '#platform/feature.ts';
import { createIds } from '#platform/ids.ts';
import { createLogger } from '#platform/log.ts';
import { createMailer } from '#platform/mail/index.ts';
import { createOutbound } from '#platform/outbound/index.ts';
import { createSeal } from '#platform/seal.ts';
import { createStorage } from '#platform/storage/index.ts';
import { serveApp } from '#serve-app.ts';
import type { TestEngine } from './databases.ts';
import { findFreePort } from './free-port.ts';

export interface TestApp {
  apiOrigin: string;
  webOrigin: string;
  app: App;
  /** The server's data folder, removed by `close`. */
  dataFolder: string;
  /** Set if test files share the server: included in the email addresses of this file's users to make them unique. */
  people?: string;
  close(): Promise<void>;
}

/** A server shared with other test files, which must not be closed. */
export type SharedApp = Omit<TestApp, 'close'>;

export interface TestClock extends Clock {
  /** Advances both the wall clock and the monotonic clock, which otherwise run at the system's speed. */
  advance(seconds: number): void;
}

/** Creates a fake clock that tests can advance instead of waiting. @param startsAt defaults to the current time */
export function createTestClock(startsAt?: string): TestClock {
  let aheadMs = startsAt === undefined ? 0 : Date.parse(startsAt) - systemClock.now().getTime();
  return {
    now: () => new Date(systemClock.now().getTime() + aheadMs),
    monotonic: () => systemClock.monotonic() + aheadMs,
    advance: (seconds) => {
      aheadMs += seconds * 1000;
    },
  };
}

export const TEST_SECRET = 'a secret for tests, of thirty-two characters and more';

/** Starts the real server on a separate port, with a fresh migrated database. Rate limits are off unless `env` turns them on. */
export async function startApp(
  engine: TestEngine,
  options: {
    env?: Record<string, string>;
    clock?: Clock;
    fanout?: App['fanout'];
    outbound?: App['outbound'];
    database?: Partial<DatabaseSettings>;
    /** Set by tests that read the log. By default the server is silent. */
    log?: App['log'];
    /** Additional features for this test. */
    features?: readonly ((app: App) => Promise<Feature>)[];
  } = {},
): Promise<TestApp> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'hearth-api-'));
  const clock = createProductClock(options.clock ?? systemClock);
  const config = loadConfig({
    API_PORT: String(await findFreePort()),
    RATE_LIMITS: 'off',
    HEARTH_DATA: dataFolder,
    HEARTH_SECRET: TEST_SECRET,
    LOG_LEVEL: 'silent',
    ...options.env,
  });
  const log = options.log ?? createLogger({ level: 'silent' });
  const db = await engine.open({ clock, logger: log, ...options.database });
  const ids = createIds(clock);
  const app: App = {
    config,
    db,
    clock,
    ids,
    log,
    events: createEvents(),
    fanout: options.fanout ?? createLocalFanout(),
    mailer: config.mail === undefined ? null : createMailer(config.mail, log),
    outbound: options.outbound ?? createOutbound(),
    seal: createSeal(config.secret ?? ''),
    storage: createStorage(config, { ids, log }),
  };
  const served = await serveApp(app, options.features);
  return {
    apiOrigin: config.apiOrigin,
    webOrigin: config.webOrigin,
    app,
    dataFolder,
    close: async () => {
      app.outbound.close();
      await served.close();
      await app.fanout.close();
      app.mailer?.close();
      await db.close();
      // Retry: an aborted request may still be removing its temporary files.
      await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const sharedApps = new Map<TestEngine, Promise<TestApp>>();
let sharers = 0;

/**
 * Returns the server shared by all test files of a worker on this engine, with separate users for each caller. For tests that need no
 * special settings, do not change the clock, and use only their own teams. The server ends with the worker. `testing/global-setup.ts` drops
 * the databases.
 */
export async function shareApp(engine: TestEngine): Promise<SharedApp> {
  const running = sharedApps.get(engine) ?? startApp(engine);
  sharedApps.set(engine, running);
  sharers += 1;
  const { apiOrigin, webOrigin, app, dataFolder } = await running;
  return { apiOrigin, webOrigin, app, dataFolder, people: `f${sharers}` };
}
