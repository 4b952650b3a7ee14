import { Pool } from 'pg';

import type { ConnectionLimits, Engine } from '#platform/db/driver/driver.ts';
import type { PgliteHost } from './pglite-host.ts';
import { PgliteStream } from './pglite-stream.ts';
import { valueTypes } from '#platform/db/driver/value-types.ts';

// Acquire timeout: how long a caller may queue for the only connection.
const QUEUE_DEADLINE_MS = 15_000;
/** Additional time for the worker to respond after PostgreSQL's own timeout, in case a later PGlite enforces it. */
const GRACE_MS = 100;

/** Creates a pool with exactly one connection. Callers queue for it in FIFO order. */
export function createPgliteEngine(host: PgliteHost): Engine {
  const limits: ConnectionLimits = { deadlineMs: 5_000, idleMs: 10_000 };
  const pool = new Pool({
    max: 1,
    connectionTimeoutMillis: QUEUE_DEADLINE_MS,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    stream: () => new PgliteStream(host, limits),
    types: valueTypes,
  });
  // The host reports restarts. These handlers only prevent an unhandled error from ending the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    kind: 'pglite',
    pool,
    setLimits({ deadlineMs, idleMs }) {
      limits.deadlineMs = deadlineMs + GRACE_MS;
      limits.idleMs = idleMs;
    },
  };
}
