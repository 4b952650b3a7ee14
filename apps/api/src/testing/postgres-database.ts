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

/**
 * An empty PostgreSQL database of its own beside `adminUrl`. Commits there do not wait for the disk: no test takes the
 * power from the server, and each wait is milliseconds.
 */
export async function createPostgresDatabase(
  adminUrl: string,
  template?: string,
): Promise<{ url: string; remove: () => Promise<void> }> {
  const name = `hearth_test_${randomUUID().replaceAll('-', '')}`;
  await runAsAdmin(adminUrl, async (client) => {
    await client.query(`create database ${name} template ${template ?? 'template0'}`);
    await client.query(`alter database ${name} set synchronous_commit = off`);
  });
  return {
    url: replaceDatabase(adminUrl, name),
    remove: async () => {
      await runAsAdmin(adminUrl, (client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}
