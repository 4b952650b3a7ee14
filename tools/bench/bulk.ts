// What 500 tasks at once cost, as the client sees it, on the embedded database and (with TEST_DATABASE_URL) on PostgreSQL.
// Needs the built product (`npm run build`). Promised: below 1 s.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Status } from '@hearth/contracts/tasks/tasks';
import { createPostgresDatabase } from '#api/testing/databases.ts';
import { makeProject, makeTask, makeTeam, signIn } from '#api/testing/make.ts';
import { percentile, print } from './figures.ts';
import { runProduct, type Running } from './product.ts';

const TASKS = 500;
const ROUNDS = 7;

async function measureBulk(product: Running, engine: string): Promise<void> {
  const ada = await signIn(product, 'bench@example.com');
  const teamId = (await makeTeam(ada, 'Bench'))._id;
  const path = `/teams/${teamId}`;
  await ada.post(`/dev${path}/plan`, { plan: 'pro' });
  const projects = [await makeProject(ada, teamId), await makeProject(ada, teamId)];
  const { statuses } = (await ada.get<{ statuses: Status[] }>(`${path}/statuses`)).body;
  const taskIds: string[] = [];
  for (let at = 0; at < TASKS; at += 1) {
    taskIds.push((await makeTask(ada, teamId, { projectId: projects[0]?.id })).id);
  }
  const steps: Record<string, (round: number) => Promise<{ status: number }>> = {
    'change priority and assignee': (round) =>
      ada.patch(`${path}/tasks`, {
        taskIds,
        priority: round % 2 === 0 ? 'high' : 'low',
        assigneeIds: round % 2 === 0 ? [ada.user.id] : [],
      }),
    'change status': (round) =>
      ada.patch(`${path}/tasks`, { taskIds, statusId: statuses[round % statuses.length]?.id }),
    'move to another project': (round) =>
      ada.patch(`${path}/tasks`, { taskIds, projectId: projects[(round + 1) % 2]?.id }),
    'delete and restore': async () => {
      await ada.post(`${path}/tasks/trash`, { taskIds });
      return await ada.post(`${path}/trash/restore`, { itemIds: taskIds });
    },
  };
  for (const [name, step] of Object.entries(steps)) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const began = performance.now();
      const { status } = await step(round);
      times.push(performance.now() - began);
      if (status !== 200) throw new Error(`${name}: ${status}`);
    }
    print(`${engine}: ${TASKS} tasks, ${name}, median`, percentile(times, 0.5), 'ms');
    print(`${engine}: ${TASKS} tasks, ${name}, slowest`, Math.max(...times), 'ms');
  }
}

async function run(env: Record<string, string>, engine: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), `hearth-bench-${randomUUID()}`));
  const product = await runProduct({ HEARTH_DATA: folder, ...env });
  try {
    await measureBulk(product, engine);
  } finally {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

await run({ DATABASE_URL: '' }, 'embedded');
const admin = process.env['TEST_DATABASE_URL'];
if (admin === undefined || admin === '') console.log('Not measured on PostgreSQL: set TEST_DATABASE_URL.');
else {
  const database = await createPostgresDatabase(admin);
  try {
    await run({ DATABASE_URL: database.url }, 'PostgreSQL');
  } finally {
    await database.remove();
  }
}
