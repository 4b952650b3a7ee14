import { join } from 'node:path';
import { createApp } from '#api/app.ts';
import { loadConfig, type Config } from '#api/config.ts';
import { createProductClock, systemClock, type Clock } from '#api/platform/clock.ts';
import { openDatabase, type Db } from '#api/platform/db/index.ts';
import { createEvents } from '#api/platform/events.ts';
import { createLocalFanout } from '#api/platform/fanout/fanout.ts';
import type { App } from '#api/platform/feature.ts';
import { createIds } from '#api/platform/ids.ts';
import { createLogger } from '#api/platform/log.ts';
import { createOutbound } from '#api/platform/outbound/index.ts';
import { createSeal, loadSecret } from '#api/platform/seal.ts';
import { createDiskStorage } from '#api/platform/storage/index.ts';

/** A fake clock because the seeded events have past timestamps. */
interface SetClock extends Clock {
  set(now: Date): void;
}

export function createSetClock(now: Date): SetClock {
  let current = now;
  return {
    now: () => current,
    monotonic: () => systemClock.monotonic(),
    set: (next) => {
      current = next;
    },
  };
}

/** The API, running in this process on a separate port. */
export interface InProcess {
  app: App;
  address: string;
  clock: SetClock;
  close(): Promise<void>;
}

export async function openInProcess(env: NodeJS.ProcessEnv, at: Date): Promise<InProcess> {
  const config = loadConfig({
    ...env,
    RATE_LIMITS: 'off',
    // Unset the Google keys. Seeded users can then sign in with the development provider.
    GOOGLE_CLIENT_ID: undefined,
    GOOGLE_CLIENT_SECRET: undefined,
  });
  const logger = createLogger({ level: 'error' });
  const db = await openDatabase({ databaseUrl: config.databaseUrl, dataFolder: config.dataFolder, logger });
  return await serveInProcess(config, db, createSetClock(at));
}

export async function serveInProcess(config: Config, db: Db, clock: SetClock): Promise<InProcess> {
  const ids = createIds(clock);
  const app: App = {
    config,
    db,
    clock: createProductClock(clock),
    ids,
    log: createLogger({ level: 'error' }),
    events: createEvents(),
    fanout: createLocalFanout(),
    mailer: null,
    outbound: createOutbound(),
    seal: createSeal(loadSecret(config.secret, config.dataFolder)),
    storage: createDiskStorage(join(config.dataFolder, 'files'), ids),
  };
  const server = await createApp(app);
  const address = await server.listen({ port: 0, host: 'localhost' });
  return {
    app,
    address,
    clock,
    close: async () => {
      await server.close();
      await db.close();
    },
  };
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A seeded user. Signs in again when the session has expired. */
export class SeedPerson {
  readonly api: InProcess;
  readonly name: string;
  readonly email: string;
  id = '';
  #cookie = '';

  constructor(api: InProcess, name: string, email: string) {
    this.api = api;
    this.name = name;
    this.email = email;
  }

  async signIn(): Promise<void> {
    const identity = { email: this.email, name: this.name };
    const given = await this.#try('POST', '/dev/identity-tokens', identity);
    const { token } = (await given.json()) as { token: string };
    const answer = await this.#try('POST', '/auth/google', undefined, { authorization: `Bearer ${token}` });
    if (!answer.ok) throw new Error(`${this.email} cannot sign in: ${await answer.text()}`);
    this.id = ((await answer.json()) as { user: { id: string } }).user.id;
    this.#cookie = answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
  }

  /** The cookies in the format that browser contexts accept. */
  get cookies(): { name: string; value: string }[] {
    return this.#cookie.split('; ').map((pair) => {
      const [name = '', value = ''] = pair.split('=');
      return { name, value };
    });
  }

  async send(method: Method, path: string, body?: object): Promise<unknown> {
    let answer = await this.#try(method, path, body);
    if (answer.status === 401) {
      await this.signIn();
      answer = await this.#try(method, path, body);
    }
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }

  async #try(
    method: Method,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return await fetch(`${this.api.address}${path}`, {
      method,
      headers: {
        origin: this.api.app.config.webOrigin,
        cookie: this.#cookie,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }
}
