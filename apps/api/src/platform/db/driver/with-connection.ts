import type { PoolClient } from 'pg';

import type { Engine } from './driver.ts';

const DEADLINE_MS = 300_000;

/** Runs `fn` on a connection outside any transaction, for maintenance. On the embedded database, this blocks all other callers. */
export async function withConnection<T>(engine: Engine, fn: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await engine.pool.connect();
  engine.setLimits({ deadlineMs: DEADLINE_MS, idleMs: DEADLINE_MS });
  try {
    return await fn(client);
  } finally {
    client.release();
  }
}
