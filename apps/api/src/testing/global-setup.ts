import { randomBytes } from 'node:crypto';
import { testDatabaseUrl } from './databases.ts';
import { dropDatabases, RUN_VARIABLE } from './postgres-database.ts';

/**
 * Vitest's global setup for tests on PostgreSQL: the databases of this run are dropped together at its end. Each drop
 * checkpoints the whole server, which would block concurrent tests.
 */
export default function setUp(): () => Promise<void> {
  const run = randomBytes(4).toString('hex');
  process.env[RUN_VARIABLE] = run;
  return async () => {
    if (testDatabaseUrl !== undefined) await dropDatabases(testDatabaseUrl, run);
  };
}
