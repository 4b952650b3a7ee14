import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'redis';
import type { Logger } from '#platform/log.ts';
import type { Carrier } from './carried-fanout.ts';

const CHANNEL = 'hearth:notices';
const LAST_DELAY_MS = 2000;
const PROBE_MS = 10_000;
const RESPONSE_TIMEOUT_MS = 1000;

/**
 * Creates a carrier over Redis or Valkey pub/sub. Requests do not fail during an outage: notices are queued until the queue is full, then
 * dropped.
 */
export function createRedisCarrier(url: string, log: Logger): Carrier {
  const publisher = createClient({
    url,
    disableOfflineQueue: true,
    pingInterval: PROBE_MS,
    socket: {
      connectTimeout: 3000,
      reconnectStrategy: (attempts) => Math.min(50 * 2 ** Math.min(attempts, 10), LAST_DELAY_MS),
    },
  });
  const subscriber = publisher.duplicate({ disableOfflineQueue: false });
  let isAway = false;
  for (const client of [publisher, subscriber]) {
    client.on('error', (error: unknown) => {
      if (!isAway) log.warn({ err: error }, 'Redis unavailable');
      isAway = true;
    });
    client.on('ready', () => {
      if (isAway) log.info('Redis available again');
      isAway = false;
    });
  }

  return {
    start(onText, onGap) {
      let isFirst = true;
      subscriber.on('ready', () => {
        // The client resubscribes before it emits `ready`.
        if (!isFirst) onGap();
        isFirst = false;
      });
      const connected = Promise.all([
        publisher.connect(),
        subscriber.connect().then(() => subscriber.subscribe(CHANNEL, onText)),
      ]);
      connected.catch((error: unknown) => log.warn({ err: error }, 'failed to connect to Redis'));
    },
    async send(text) {
      await publisher.publish(CHANNEL, text);
    },
    async check() {
      if (!subscriber.isReady) throw new Error('Redis is not connected');
      const tooLate = sleep(RESPONSE_TIMEOUT_MS, undefined, { ref: false }).then(() => {
        throw new Error('Redis is not responding');
      });
      await Promise.race([Promise.all([publisher.ping(), subscriber.ping()]), tooLate]);
    },
    async close() {
      for (const client of [publisher, subscriber]) if (client.isOpen) client.destroy();
    },
  };
}
