import type { PoolClient } from 'pg';

import type { Logger } from '#platform/log.ts';
import type { Engine } from '#platform/db/driver/driver.ts';
import { withConnection } from '#platform/db/driver/with-connection.ts';

/** Interval between checks for tables that have grown. Skipped if there were no writes. */
const ANALYZE_EVERY_MS = 2_000;

/** Checkpoint thresholds. PGlite runs without PostgreSQL's background processes, so the server has to checkpoint, vacuum and analyze. */
const CHECKPOINT_AFTER_BYTES = 64 * 1024 * 1024;
const CHECKPOINT_EVERY_MS = 60_000;

interface MaintenanceTask {
  name: string;
  everyMs: number;
  run: () => Promise<unknown>;
}

/** Runs each task at its interval, without overlap. Failures are logged, and the task runs again at the next interval. */
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

/**
 * Writes a checkpoint once the write-ahead log has grown. Otherwise both the log and the recovery time would grow without
 * bound.
 */
export function createCheckpointTask(engine: Engine): MaintenanceTask {
  let last: number | null = null;
  return {
    name: 'checkpoint',
    everyMs: CHECKPOINT_EVERY_MS,
    run: () =>
      withConnection(engine, async (client) => {
        const position = await readLogPosition(client);
        if (last !== null && position - last < CHECKPOINT_AFTER_BYTES) return;
        await client.query('checkpoint');
        last = position;
      }),
  };
}

/**
 * Analyzes tables that have more than doubled in size, to replace plans made for a small table. PostgreSQL's autovacuum runs only once a
 * minute, and the vacuum of the embedded database every ten minutes. Without this task, a lookup of a task scanned all tasks of the team:
 * with 2,400 new tasks, a move took twice as long and a read 2.4 times as long.
 */
export function createAnalyzeTask(engine: Engine, countWrites: () => number): MaintenanceTask {
  let seen = 0;
  return {
    name: 'analyze',
    everyMs: ANALYZE_EVERY_MS,
    run: async () => {
      const writes = countWrites();
      if (writes === seen) return;
      seen = writes;
      await analyzeGrown(engine);
    },
  };
}

/** Analyzes one table at a time to limit how long callers are blocked. */
async function analyzeGrown(engine: Engine): Promise<void> {
  const { rows } = await withConnection(engine, (client) =>
    client.query<{ name: string }>(
      `select format('%I', s.relname) as name from pg_stat_user_tables s join pg_class c on c.oid = s.relid
       where s.schemaname = 'public' and s.n_live_tup > 100 + 2 * greatest(c.reltuples, 0)`,
    ),
  );
  for (const { name } of rows)
    await withConnection(engine, (client) => client.query(`analyze (skip_locked) ${name}`));
}

/** Vacuums and analyzes changed tables one at a time to limit how long callers are blocked. Returns their names. */
export async function vacuumTables(engine: Engine): Promise<string[]> {
  const { rows } = await withConnection(engine, (client) =>
    client.query<{ name: string }>(
      `select format('%I', relname) as name from pg_stat_user_tables
       where n_mod_since_analyze > 500 + 0.1 * n_live_tup or n_dead_tup > 500 + 0.2 * n_live_tup`,
    ),
  );
  for (const { name } of rows)
    await withConnection(engine, (client) => client.query(`vacuum (analyze) ${name}`));
  return rows.map(({ name }) => name);
}
