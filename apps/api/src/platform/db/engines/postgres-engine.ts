import { Pool } from 'pg';

import type { Engine } from '#platform/db/driver/driver.ts';
import { valueTypes } from '#platform/db/driver/value-types.ts';

const CONNECT_DEADLINE_MS = 10_000;

/**
 * Creates a pool of connections to PostgreSQL. Time-outs are set in each transaction rather than per connection, to support
 * a pooler in transaction mode. The requirements of prepared statements are described in docs/operations/configuration.md.
 */
export function createPostgresEngine(url: string, poolSize: number, onError: (error: Error) => void): Engine {
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: CONNECT_DEADLINE_MS,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    allowExitOnIdle: true,
    application_name: 'hearth',
    types: valueTypes,
  });
  pool.on('error', onError);
  // Without a handler, an error on an acquired connection between statements would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return { kind: 'postgres', pool, setLimits: () => {} };
}
