import { randomUUID } from 'node:crypto';

import { Client } from 'pg';

/** Runs `fn` on a connection to the server that `url` names. */
export async function runAsAdmin<T>(url: string, fn: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await fn(client);
  } finally {
    await client.end();
  }
}

/** The same server, another database. */
export function replaceDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

/** Names the run of tests that a database belongs to, in this process and those that it starts. */
export const RUN_VARIABLE = 'HEARTH_TEST_RUN';

/** Drops the databases of a run of tests, whoever still has a connection to them. */
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
 * An empty PostgreSQL database of its own beside `adminUrl`. Commits there do not wait for the disk: no test takes the
 * power from the server, and each wait is milliseconds.
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
