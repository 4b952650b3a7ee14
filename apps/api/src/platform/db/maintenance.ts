import type { PoolClient } from 'pg';

import type { Logger } from '#platform/log.ts';
import type { Engine } from './driver.ts';
import { holdConnection } from './hold-connection.ts';

/** PGlite runs without PostgreSQL's background processes, so nobody else checkpoints, vacuums or analyses. */
const CHECKPOINT_AFTER_BYTES = 64 * 1024 * 1024;
const CHECKPOINT_EVERY_MS = 60_000;

export interface MaintenanceTask {
  name: string;
  everyMs: number;
  run: () => Promise<unknown>;
}

/** Runs each task at its interval, never twice at once; a failure is logged and tried again next time. */
export function startMaintenance(tasks: MaintenanceTask[], logger: Logger): () => Promise<void> {
  const running = new Map<string, Promise<void>>();
  async function runTask(task: MaintenanceTask): Promise<void> {
    try {
      await task.run();
    } catch (error) {
      logger.error({ err: error, task: task.name }, 'database maintenance failed');
    } finally {
      running.delete(task.name);
    }
  }
  const timers = tasks.map((task) =>
    setInterval(() => {
      if (!running.has(task.name)) running.set(task.name, runTask(task));
    }, task.everyMs).unref(),
  );
  return async () => {
    for (const timer of timers) clearInterval(timer);
    await Promise.all(running.values());
  };
}

async function readLogPosition(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ position: string }>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text as position`,
  );
  return Number(rows[0]?.position ?? 0);
}

/** Checkpoints once the write-ahead log has grown: it would grow for ever, and recovery with it. */
export function createCheckpointTask(engine: Engine): MaintenanceTask {
  let last: number | null = null;
  return {
    name: 'checkpoint',
    everyMs: CHECKPOINT_EVERY_MS,
    run: () =>
      holdConnection(engine, async (client) => {
        const position = await readLogPosition(client);
        if (last !== null && position - last < CHECKPOINT_AFTER_BYTES) return;
        await client.query('checkpoint');
        last = position;
      }),
  };
}

/** Vacuums and analyses what has changed, table by table, so that nobody waits for longer than one table takes. */
export async function vacuumTables(engine: Engine): Promise<string[]> {
  const { rows } = await holdConnection(engine, (client) =>
    client.query<{ name: string }>(
      `select format('%I', relname) as name from pg_stat_user_tables
       where n_mod_since_analyze > 500 + 0.1 * n_live_tup or n_dead_tup > 500 + 0.2 * n_live_tup`,
    ),
  );
  for (const { name } of rows)
    await holdConnection(engine, (client) => client.query(`vacuum (analyze) ${name}`));
  return rows.map(({ name }) => name);
}
