import { randomUUID } from 'node:crypto';

import { Client } from 'pg';

/** Runs `fn` on a connection to the server at `url`. */
export async function runAsAdmin<T>(url: string, fn: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await fn(client);
  } finally {
    await client.end();
  }
}

/** Returns a URL of the same server with another database. */
export function replaceDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

/** Environment variable with the id of the current test run, inherited by child processes. */
export const RUN_VARIABLE = 'HEARTH_TEST_RUN';

/** Drops the databases of a test run, even with open connections. */
export async function dropDatabases(adminUrl: string, run: string): Promise<void> {
  await runAsAdmin(adminUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      'select datname as name from pg_database where starts_with(datname, $1)',
      [`hearth_test_${run}_`],
    );
    for (const { name } of rows) await client.query(`drop database if exists ${name} with (force)`);
  });
}

/**
 * Creates a separate PostgreSQL database on the server of `adminUrl`, empty or from a template. Its commits are asynchronous because each
 * flush costs milliseconds and no test simulates a power failure.
 */
export async function createPostgresDatabase(
  adminUrl: string,
  template?: string,
): Promise<{ url: string; remove: () => Promise<void> }> {
  const run = process.env[RUN_VARIABLE];
  const name = `hearth_test_${run === undefined ? '' : `${run}_`}${randomUUID().replaceAll('-', '')}`;
  await runAsAdmin(adminUrl, async (client) => {
    await client.query(`create database ${name} template ${template ?? 'template0'}`);
    await client.query(`alter database ${name} set synchronous_commit = off`);
  });
  return {
    url: replaceDatabase(adminUrl, name),
    remove: async () => {
      if (run !== undefined) return;
      await runAsAdmin(adminUrl, (client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}
