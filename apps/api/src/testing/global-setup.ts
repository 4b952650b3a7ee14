import { randomBytes } from 'node:crypto';
import { testDatabaseUrl } from './databases.ts';
import { dropDatabases, RUN_VARIABLE } from './postgres-database.ts';

/**
 * Vitest's global setup for tests on PostgreSQL: drops all databases of this run at its end. Dropping them earlier would block concurrent
 * tests because each drop triggers a checkpoint of the whole server.
 */
export default function setUp(): () => Promise<void> {
  const run = randomBytes(4).toString('hex');
  process.env[RUN_VARIABLE] = run;
  return async () => {
    if (testDatabaseUrl !== undefined) await dropDatabases(testDatabaseUrl, run);
  };
}
