// Latency of each chart's requests over HTTP in a team with 100,000 tasks and two years of history, on the embedded database and on
// PostgreSQL. Needs the built product (`npm run build`). PostgreSQL is measured if TEST_DATABASE_URL names a server that permits creating
// databases.
// `npm run bench -- analytics` measures both engines. Budget: p95 ≤ 100 ms on PostgreSQL, ≤ 250 ms embedded.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { createPostgresDatabase } from '#api/testing/databases.ts';
import { signIn, type SignedIn } from '#api/testing/make.ts';
import { withSystem, type Db } from '#api/platform/db/index.ts';
import { addDays } from '@hearth/contracts/core/days';
import { seedHuge } from '#seed/huge.ts';
import { openInProcess } from '#seed/in-process.ts';
import { analyze, measureBackends } from './backends.ts';
import { measureTree, percentile } from './figures.ts';
import { runProduct, type Running } from './product.ts';

const WARM_UP = 5;
const TIMES = 40;
const IDLE_MS = 4_000;

async function seed(env: NodeJS.ProcessEnv) {
  const now = new Date();
  const api = await openInProcess(env, now);
  try {
    const { team, people, projects } = await seedHuge(api, now);
    await waitForStatistics(api.app.db);
    return { teamId: team._id, email: people[0]?.email ?? '', projectId: projects[0]?.id ?? '' };
  } finally {
    await api.close();
  }
}

/** Waits until the planner has statistics. The product runs ANALYZE within seconds on tables whose size has tripled. */
async function waitForStatistics(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await withSystem(
      db,
      (tx) =>
        sql`select from pg_class where relname in ('tasks', 'task_flow', 'task_state_spans', 'flow_days')
          and reltuples > 1000`.execute(tx),
      { isReadOnly: true },
    );
    if (rows.length === 4) return;
    await sleep(500);
  }
}

function listCharts(projectId: string, today: string): Record<string, string> {
  const weeks = `from=${addDays(today, -83)}&to=${today}`;
  const project = `projectId=${projectId}`;
  return {
    'figures of 12 weeks': `?${weeks}`,
    'figures of two years': `?from=${addDays(today, -729)}&to=${today}`,
    'figures of 12 weeks, of a project': `?${weeks}&${project}`,
    'figures of 12 weeks, filtered': `?${weeks}&filter=priority:urgent,high`,
    'flow of 12 weeks': `/flow?${weeks}`,
    'flow of two years': `/flow?from=${addDays(today, -729)}&to=${today}`,
    'burndown of a project': `/burn?${project}`,
    'velocity of a project': `/velocity?${project}`,
    'workload of four weeks': `/workload?from=${today}&to=${addDays(today, 27)}`,
    'forecast of 50 tasks': '/forecast?tasks=50',
    'forecast of all open tasks': '/forecast',
    'record of forecasts': '/forecast/record',
    'odds of a project': `/odds?${project}`,
    'tasks behind a number': `/tasks?metric=cycleTime&${weeks}&limit=50`,
    'notes of 12 weeks': `/annotations?${weeks}`,
    'preview of the free plan': '/preview',
  };
}

interface Cpu {
  api: number;
  database: number;
}

async function measure(
  ada: SignedIn,
  address: string,
  readCpu: () => Promise<Cpu>,
): Promise<{ times: number[]; cpu: Cpu }> {
  const query = async (): Promise<number> => {
    const began = performance.now();
    const { status } = await ada.get(address);
    if (status !== 200) throw new Error(`${address} was refused: ${status}`);
    return performance.now() - began;
  };
  for (let n = 0; n < WARM_UP; n += 1) await query();
  const before = await readCpu();
  const times: number[] = [];
  for (let n = 0; n < TIMES; n += 1) times.push(await query());
  const after = await readCpu();
  const of = (part: keyof Cpu): number => (after[part] - before[part]) / TIMES;
  return { times, cpu: { api: of('api'), database: of('database') } };
}

/** Waits until the product is idle. After a bulk load, it builds the search index in the background for minutes. */
async function waitUntilIdle(readCpu: () => Promise<Cpu>): Promise<void> {
  const read = async (): Promise<number> => {
    const { api, database } = await readCpu();
    return api + database;
  };
  for (let before = await read(); ;) {
    await sleep(IDLE_MS);
    const now = await read();
    if (now - before < IDLE_MS / 20) return;
    before = now;
  }
}

async function run(engine: string, databaseUrl: string | null): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-bench-'));
  const env = { HEARTH_DATA: folder, ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }) };
  try {
    const { teamId, email, projectId } = await seed(env);
    if (databaseUrl !== null) await analyze(databaseUrl);
    const product = await runProduct(env);
    try {
      const ada = await signIn(product, email);
      const readCpu = readCpuOf(product, databaseUrl);
      await waitUntilIdle(readCpu);
      const charts = listCharts(projectId, new Date().toISOString().slice(0, 10));
      for (const [name, query] of Object.entries(charts)) {
        const { times, cpu } = await measure(ada, `/teams/${teamId}/analytics${query}`, readCpu);
        const figures = [percentile(times, 0.5), percentile(times, 0.95), cpu.api, cpu.database];
        const [p50, p95, api, database] = figures.map((ms) => ms.toFixed(1));
        const cost = databaseUrl === null ? `CPU ${api}` : `CPU of API ${api} + database ${database}`;
        console.log(`${engine}: ${name.padEnd(34)} p50 ${p50}, p95 ${p95}, ${cost} ms`);
      }
    } finally {
      await product.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns a function that reads the CPU times. The embedded database runs in the API's process, so its own time is 0. */
function readCpuOf({ pid }: Running, databaseUrl: string | null): () => Promise<Cpu> {
  return async () => ({
    api: measureTree(pid).cpuMs,
    database: databaseUrl === null ? 0 : await measureBackends(databaseUrl),
  });
}

await run('embedded', null);
const admin = process.env['TEST_DATABASE_URL'];
if (admin === undefined || admin === '')
  console.log('PostgreSQL skipped: set TEST_DATABASE_URL to a server where databases can be created.');
else {
  const database = await createPostgresDatabase(admin);
  try {
    await run('PostgreSQL', database.url);
  } finally {
    await database.remove();
  }
}
