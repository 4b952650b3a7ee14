import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Client as PgClient } from 'pg';

const requireOfApi = createRequire(new URL('../../apps/api/package.json', import.meta.url));
const { Client } = requireOfApi('pg') as { Client: typeof PgClient };

/** Measures the CPU time in ms of the PostgreSQL processes that serve this database. They must be on the same host. */
export async function measureBackends(url: string): Promise<number> {
  const pids = await query<{ pid: number }>(
    url,
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  let ms = 0;
  for (const { pid } of pids) {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    ms += (Number(fields[11]) + Number(fields[12])) * 10;
  }
  return ms;
}

/** Updates the planner's statistics, which are missing after a database has been filled. */
export async function analyze(url: string): Promise<void> {
  await query(url, 'analyze');
}

async function query<T extends object>(url: string, text: string): Promise<T[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}
