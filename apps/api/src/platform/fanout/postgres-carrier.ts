import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Logger } from '#platform/log.ts';
import type { Carrier } from './carried-fanout.ts';

const CHANNEL = 'hearth_notices';
const FIRST_DELAY_MS = 100;
const LAST_DELAY_MS = 5000;
/** Interval of keep-alive queries, which detect a half-open connection. */
const PROBE_MS = 10_000;
const RESPONSE_TIMEOUT_MS = 3000;

/**
 * Creates a carrier over LISTEN and NOTIFY. It uses a dedicated connection, because LISTEN applies per connection. It must
 * connect directly: a pooler in transaction mode does not forward notifications.
 */
export function createPostgresCarrier(url: string, log: Logger): Carrier {
  let client: Client | null = null;
  let running: Promise<void> = Promise.resolve();
  const closing = new AbortController();

  /** Connects, listens, and resolves once the connection is lost. */
  async function listen(onText: (text: string) => void, onListening: () => void): Promise<void> {
    const own = new Client({
      connectionString: url,
      application_name: 'hearth notices',
      connectionTimeoutMillis: RESPONSE_TIMEOUT_MS,
      query_timeout: RESPONSE_TIMEOUT_MS,
      keepAlive: true,
    });
    const lost = Promise.withResolvers<void>();
    own.on('error', (error) => lost.reject(error));
    own.on('end', () => lost.resolve());
    const stop = (): void => lost.resolve();
    // The carrier may be closed while it is connecting.
    closing.signal.addEventListener('abort', stop);
    own.on('notification', (message) => onText(message.payload ?? ''));
    const probe = setInterval(() => {
      own.query('select 1').catch((error: unknown) => lost.reject(error as Error));
    }, PROBE_MS).unref();
    try {
      await own.connect();
      await own.query(`listen ${CHANNEL}`);
      client = own;
      onListening();
      await lost.promise;
    } finally {
      client = null;
      closing.signal.removeEventListener('abort', stop);
      clearInterval(probe);
      lost.promise.catch(() => {});
      // Do not wait for a dead connection to close.
      void own.end().catch(() => {});
    }
  }

  async function run(onText: (text: string) => void, onGap: () => void): Promise<void> {
    let delay = FIRST_DELAY_MS;
    let isFirst = true;
    while (!closing.signal.aborted) {
      try {
        await listen(onText, () => {
          delay = FIRST_DELAY_MS;
          if (!isFirst) onGap();
          isFirst = false;
        });
      } catch (error) {
        if (!closing.signal.aborted) log.warn({ err: error }, 'fan-out connection lost; reconnecting');
      }
      if (closing.signal.aborted) return;
      await sleep(delay, undefined, { ref: false, signal: closing.signal }).catch(() => {});
      delay = Math.min(delay * 2, LAST_DELAY_MS);
    }
  }

  function requireClient(): Client {
    if (client === null) throw new Error('The fan-out connection is not open');
    return client;
  }

  return {
    start(onText, onGap) {
      running = run(onText, onGap);
    },
    async send(text) {
      await requireClient().query({
        name: 'notify',
        text: 'select pg_notify($1, $2)',
        values: [CHANNEL, text],
      });
    },
    async check() {
      await requireClient().query('select 1');
    },
    async close() {
      closing.abort();
      await client?.end();
      await running;
    },
  };
}
