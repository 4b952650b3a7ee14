// The cost of an API call on PostgreSQL: CPU time of the API and of the database, client-side latency, calls per second. Needs the
// built product (`npm run build`) and TEST_DATABASE_URL, a PostgreSQL server that permits creating databases.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Project } from '@hearth/contracts/projects/projects';
import type { Status, Task } from '@hearth/contracts/tasks/tasks';
import type { Team } from '@hearth/contracts/teams/teams';
import { createPostgresDatabase } from '#api/testing/databases.ts';
import { analyze } from './backends.ts';
import { Caller, drive, measureBare, printFigures, type CallResponse } from './calls.ts';
import { runProduct, type Running } from './product.ts';

async function measureApi(product: Running, databaseUrl: string): Promise<void> {
  const measured = { pid: product.pid, databaseUrl };
  const caller = new Caller(product.apiOrigin, product.webOrigin);
  const identity = { email: 'bench@example.com', name: 'Bench' };
  const { token } = (await caller.call('POST', '/dev/identity-tokens', identity)).body as { token: string };
  const signedIn = await caller.call('POST', '/auth/google', undefined, { authorization: `Bearer ${token}` });
  caller.cookie = signedIn.cookies.map((line) => line.split(';')[0]).join('; ');
  const { team } = (await caller.call('POST', '/teams', { name: 'Bench' })).body as { team: Team };
  const path = `/teams/${team._id}`;
  await caller.call('POST', `/dev${path}/plan`, { plan: 'pro' });
  const { project } = (await caller.call('POST', `${path}/projects`, { name: 'Board' })).body as {
    project: Project;
  };
  const { statuses } = (await caller.call('GET', `${path}/statuses`)).body as { statuses: Status[] };

  const taskIds: string[] = [];
  const named = (): Record<string, string> => ({ 'idempotency-key': randomUUID() });
  const create = async (n: number): Promise<CallResponse> => {
    const body = { id: randomUUID(), title: `Task ${n}`, projectId: project.id, statusId: statuses[1]?.id };
    const answer = await caller.call('POST', `${path}/tasks`, body, named());
    if (answer.status === 201) taskIds.push((answer.body as { task: Task }).task.id);
    return answer;
  };
  // Each run moves the tasks to other statuses than the run before. Otherwise a run would change nothing.
  let round = 0;
  const move = (n: number): Promise<CallResponse> => {
    const statusId = statuses[(n + round) % statuses.length]?.id;
    return caller.call('PATCH', `${path}/tasks/${taskIds[n % taskIds.length]}`, { statusId }, named());
  };
  try {
    await drive(measured, 400, 4, create);
    round = 2;
    await drive(measured, 400, 4, move);
    round = 3;
    const bare = await measureBare(2000, 16);
    printFigures('create, 16 clients', await drive(measured, 2000, 16, create), bare);
    printFigures('move, 16 clients', await drive(measured, 2000, 16, move), bare);
    round = 4;
    const movers = await drive(measured, 2000, 64, move);
    printFigures('move, 64 clients on one board', movers, bare);
    const read = (n: number): Promise<CallResponse> =>
      caller.call('GET', `${path}/tasks/${taskIds[n % taskIds.length]}`);
    printFigures('read one task, 16 clients', await drive(measured, 2000, 16, read), bare);
    const snapshot = (): Promise<CallResponse> => caller.call('GET', `${path}/sync?limit=1000`);
    const list = (): Promise<CallResponse> => caller.call('GET', `${path}/tasks?limit=100`);
    printFigures('list of 100, 16 clients', await drive(measured, 1000, 16, list), bare);
    await analyze(databaseUrl);
    printFigures('snapshot page of 1,000 rows', await drive(measured, 60, 1, snapshot), bare);
  } finally {
    caller.close();
  }
}

const admin = process.env['TEST_DATABASE_URL'];
if (admin === undefined) {
  console.log('Skipped: set TEST_DATABASE_URL to a PostgreSQL server where databases can be created.');
} else {
  const database = await createPostgresDatabase(admin);
  const folder = await mkdtemp(join(tmpdir(), 'hearth-bench-'));
  const product = await runProduct({ DATABASE_URL: database.url, HEARTH_DATA: folder });
  try {
    await measureApi(product, database.url);
  } finally {
    await product.stop();
    await database.remove();
    await rm(folder, { recursive: true, force: true });
  }
}
