import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WebSocket as Ws } from 'ws';
import type { Status } from '@hearth/contracts/tasks/tasks';
import { startApiProcess, type ApiProcess } from '#api/testing/api-process.ts';
import { joinTeam, makeProject, makeTask, makeTeam, signIn, type SignedIn } from '#api/testing/make.ts';
import { createPostgresDatabase } from '#api/testing/postgres-database.ts';
import { analyze, measureBackends } from './backends.ts';
import { measureTree, percentile, print } from './figures.ts';

// The latency of a change until it reaches another client's socket and the cost of a snapshot. Runs on the embedded database. Also runs on
// PostgreSQL if TEST_DATABASE_URL (or the default URL) is reachable.

const requireOfApi = createRequire(new URL('../../apps/api/package.json', import.meta.url));
const { WebSocket } = requireOfApi('ws') as { WebSocket: typeof Ws };

const TASKS = 1000;
const PAIRS = 200;
const CROWD = 50;
const CROWD_WRITES = 100;
const SNAPSHOTS = 50;

interface Board {
  api: ApiProcess;
  people: SignedIn[];
  teamId: string;
  taskIds: string[];
  statusIds: string[];
}

async function makeBoard(api: ApiProcess): Promise<Board> {
  const people = await Promise.all(
    Array.from({ length: 10 }, (_, i) => signIn(api, `person${i}@example.com`)),
  );
  const [owner, ...others] = people as [SignedIn, ...SignedIn[]];
  const { _id: teamId } = await makeTeam(owner);
  await owner.post(`/dev/teams/${teamId}/plan`, { plan: 'pro' });
  for (const other of others) await joinTeam(owner, teamId, other);
  const project = await makeProject(owner, teamId);
  const { body } = await owner.get<{ statuses: Status[] }>(`/teams/${teamId}/statuses`);
  const statusIds = body.statuses.filter((one) => one.category !== 'completed').map((one) => one.id);
  const taskIds: string[] = [];
  for (let i = 0; i < TASKS; i += 10) {
    const tasks = await Promise.all(
      people.map((person, n) =>
        makeTask(person, teamId, {
          title: `Task ${i + n} of the board that everybody looks at`,
          projectId: project.id,
          statusId: statusIds[n % statusIds.length],
          assigneeIds: [person.user.id],
        }),
      ),
    );
    taskIds.push(...tasks.map((task) => task.id));
  }
  return { api, people, teamId, taskIds, statusIds };
}

/** Opens a feed and calls `onText` with the text of each frame. */
async function listen({ api, teamId }: Board, person: SignedIn, onText: (text: string) => void): Promise<Ws> {
  const cookie = [...person.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ');
  const address = `${api.apiOrigin.replace('http', 'ws')}/teams/${teamId}/feed`;
  const ws = new WebSocket(address, { headers: { cookie, origin: api.webOrigin } });
  ws.on('message', (data) => onText((data as Buffer).toString()));
  await new Promise((resolve, reject) => ws.once('open', resolve).once('error', reject));
  return ws;
}

/**
 * Changes tasks one after another. Returns the times from sending until each listening socket has the change, and until the sender has the
 * response.
 */
async function measureDeliveries(
  board: Board,
  listeners: SignedIn[],
  writers: SignedIn[],
  writes: number,
): Promise<{ times: number[]; answers: number[] }> {
  const { teamId, taskIds } = board;
  const times: number[] = [];
  const answers: number[] = [];
  const waiting = new Map<string, { sentAt: number; left: number; done: () => void }>();
  const sockets = await Promise.all(
    listeners.map((person) =>
      listen(board, person, (text) => {
        for (const [title, one] of waiting) {
          if (!text.includes(title)) continue;
          times.push(performance.now() - one.sentAt);
          one.left -= 1;
          if (one.left === 0) one.done();
        }
      }),
    ),
  );
  for (let i = 0; i < writes; i += 1) {
    const writer = writers[i % writers.length] as SignedIn;
    const title = `moved ${i} by bench ${performance.now()}`;
    const sentAt = performance.now();
    const delivered = new Promise<void>((done) => {
      waiting.set(title, { sentAt, left: sockets.length, done });
    });
    const { status } = await writer.patch(`/teams/${teamId}/tasks/${taskIds[i % taskIds.length]}`, { title });
    if (status !== 200) throw new Error(`Refused: ${status}`);
    answers.push(performance.now() - sentAt);
    await delivered;
    waiting.delete(title);
  }
  for (const socket of sockets) socket.terminate();
  return { times, answers };
}

async function benchSnapshot({ api, people, teamId }: Board, databaseUrl: string | undefined): Promise<void> {
  const person = people[0] as SignedIn;
  const read = () =>
    person.send<{ changes: unknown[] }>('GET', `/teams/${teamId}/sync?limit=2000`, {
      headers: { 'accept-encoding': 'br' },
    });
  if (databaseUrl !== undefined) await analyze(databaseUrl);
  for (let i = 0; i < 10; i += 1) await read();
  const cpu = async (): Promise<number> =>
    measureTree(api.child.pid ?? 0).cpuMs +
    (databaseUrl === undefined ? 0 : await measureBackends(databaseUrl));
  const before = await cpu();
  const times: number[] = [];
  for (let i = 0; i < SNAPSHOTS; i += 1) {
    const started = performance.now();
    const { body } = await read();
    times.push(performance.now() - started);
    if (body.changes.length < TASKS) throw new Error('The snapshot is incomplete');
  }
  print('snapshot of 1,000 tasks, CPU with the database', ((await cpu()) - before) / SNAPSHOTS, 'ms');
  print('snapshot of 1,000 tasks, p50', percentile(times, 0.5), 'ms');
}

async function bench(databaseUrl: string | undefined): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-bench-'));
  const api = await startApiProcess({
    HEARTH_DATA: folder,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  });
  try {
    const board = await makeBoard(api);
    const plain: number[] = [];
    for (let i = 0; i < PAIRS; i += 1) {
      const started = performance.now();
      await (await fetch(`${api.apiOrigin}/healthz`)).text();
      plain.push(performance.now() - started);
    }
    const baseline = { name: 'a bare request', value: percentile(plain, 0.5) };
    const [first, second] = board.people as [SignedIn, SignedIn];
    const { times: pair, answers } = await measureDeliveries(board, [second], [first], PAIRS);
    const later = pair.map((time, at) => time - (answers[at] ?? 0));
    print('2 clients: the other socket has the change, p50', percentile(pair, 0.5), 'ms', baseline);
    print('2 clients: the other socket has the change, p95', percentile(pair, 0.95), 'ms', baseline);
    print('2 clients: socket after the answer (before: negative), p50', percentile(later, 0.5), 'ms');
    const crowd = Array.from({ length: CROWD }, (_, i) => board.people[i % board.people.length] as SignedIn);
    const { times: all } = await measureDeliveries(board, crowd, board.people, CROWD_WRITES);
    print(`${CROWD} clients on one board, p50`, percentile(all, 0.5), 'ms', baseline);
    print(`${CROWD} clients on one board, p95`, percentile(all, 0.95), 'ms', baseline);
    await benchSnapshot(board, databaseUrl);
  } finally {
    await api.end('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
}

console.log('Embedded database');
await bench(undefined);
const adminUrl = process.env['TEST_DATABASE_URL'] ?? 'postgres://root@127.0.0.1:5432/postgres';
const database = await createPostgresDatabase(adminUrl).catch(() => null);
if (database === null) {
  console.log('PostgreSQL skipped: no server responded; set TEST_DATABASE_URL.');
} else {
  console.log('PostgreSQL');
  try {
    await bench(database.url);
  } finally {
    await database.remove();
  }
}
