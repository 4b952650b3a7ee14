// What each chart asks for over HTTP on PostgreSQL, in one team of 100,000 tasks and two years. Needs the built product
// (`npm run build`) and TEST_DATABASE_URL. Promised: p95 ≤ 100 ms. The embedded database is left out: right after such a load it
// has no statistics to plan by.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPostgresDatabase } from '#api/testing/databases.ts';
import { signIn, type SignedIn } from '#api/testing/make.ts';
import { addDays } from '@hearth/contracts/core/days';
import { seedHuge } from '#seed/huge.ts';
import { openInProcess } from '#seed/in-process.ts';
import { analyze } from './backends.ts';
import { percentile, print } from './figures.ts';
import { runProduct } from './product.ts';

const WARM_UP = 5;
const TIMES = 40;

async function seed(env: NodeJS.ProcessEnv) {
  const now = new Date();
  const api = await openInProcess(env, now);
  try {
    const { team, people, projects } = await seedHuge(api, now);
    return { teamId: team._id, email: people[0]?.email ?? '', projectId: projects[0]?.id ?? '' };
  } finally {
    await api.close();
  }
}

function listCharts(projectId: string, today: string): Record<string, string> {
  const weeks = `from=${addDays(today, -83)}&to=${today}`;
  const project = `projectId=${projectId}`;
  return {
    'figures of 12 weeks': `?${weeks}`,
    'figures of a year': `?from=${addDays(today, -364)}&to=${today}`,
    'figures of 12 weeks, of a project': `?${weeks}&${project}`,
    'figures of 12 weeks, filtered': `?${weeks}&filter=priority:urgent,high`,
    'flow of 12 weeks': `/flow?${weeks}`,
    'burndown of a project': `/burn?${project}`,
    'velocity of a project': `/velocity?${project}`,
    'workload of four weeks': `/workload?from=${today}&to=${addDays(today, 27)}`,
    'forecast of 50 tasks': '/forecast?tasks=50',
    'record of forecasts': '/forecast/record',
    'odds of a project': `/odds?${project}`,
    'tasks behind a number': `/tasks?metric=cycleTime&${weeks}&limit=50`,
  };
}

async function measure(ada: SignedIn, address: string): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < WARM_UP + TIMES; n += 1) {
    const began = performance.now();
    const { status } = await ada.get(address);
    if (status !== 200) throw new Error(`${address} was refused: ${status}`);
    if (n >= WARM_UP) times.push(performance.now() - began);
  }
  return times;
}

async function run(databaseUrl: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-bench-'));
  const env = { DATABASE_URL: databaseUrl, HEARTH_DATA: folder };
  try {
    const { teamId, email, projectId } = await seed(env);
    await analyze(databaseUrl);
    const product = await runProduct(env);
    try {
      const ada = await signIn(product, email);
      const charts = listCharts(projectId, new Date().toISOString().slice(0, 10));
      for (const [name, query] of Object.entries(charts)) {
        const times = await measure(ada, `/teams/${teamId}/analytics${query}`);
        print(`analytics: ${name}, p50`, percentile(times, 0.5), 'ms');
        print(`analytics: ${name}, p95`, percentile(times, 0.95), 'ms');
      }
    } finally {
      await product.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const admin = process.env['TEST_DATABASE_URL'];
if (admin === undefined || admin === '')
  console.log('Not measured: set TEST_DATABASE_URL to a PostgreSQL server on which a database may be made.');
else {
  const database = await createPostgresDatabase(admin);
  try {
    await run(database.url);
  } finally {
    await database.remove();
  }
}
