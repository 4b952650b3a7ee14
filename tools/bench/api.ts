// What a call costs on PostgreSQL: CPU of the API's process and of the database's, time as seen by clients, calls a second. Needs the built
// product (`npm run build`) and TEST_DATABASE_URL, a PostgreSQL server on which a database may be made.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Project } from '@hearth/contracts/projects/projects';
import type { Status, Task } from '@hearth/contracts/tasks/tasks';
import type { Team } from '@hearth/contracts/teams/teams';
import { createPostgresDatabase } from '#api/testing/databases.ts';
import { findFreePort } from '#api/testing/free-port.ts';
import { analyze, measureBackends } from './backends.ts';
import { measureTree, percentile, print } from './figures.ts';
import { runProduct, type Running } from './product.ts';

interface Answer {
  status: number;
  cookies: string[];
  body: unknown;
}

/** Calls over connections that stay open, with as little work on this side as can be. */
class Caller {
  readonly #origin: URL;
  readonly #webOrigin: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  cookie = '';

  constructor(apiOrigin: string, webOrigin: string) {
    this.#origin = new URL(apiOrigin);
    this.#webOrigin = webOrigin;
  }

  call(method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<Answer> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const { hostname, port } = this.#origin;
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          hostname,
          port,
          method,
          path,
          agent: this.#agent,
          headers: {
            origin: this.#webOrigin,
            cookie: this.cookie,
            ...(text === undefined
              ? {}
              : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
            ...headers,
          },
        },
        (answer) => {
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.on('end', () => {
            const read = Buffer.concat(parts).toString();
            resolve({
              status: answer.statusCode ?? 0,
              cookies: answer.headers['set-cookie'] ?? [],
              body: read.startsWith('{') ? JSON.parse(read) : undefined,
            });
          });
        },
      );
      sent.on('error', reject);
      sent.end(text);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

interface Figures {
  cpuMs: number;
  databaseMs: number;
  p50: number;
  p95: number;
  perSecond: number;
  failed: number;
}

/** What is measured: a process, and the database that works for it. */
interface Measured {
  pid: number;
  databaseUrl?: string;
}

async function drive(
  { pid, databaseUrl }: Measured,
  calls: number,
  clients: number,
  act: (n: number) => Promise<Answer>,
): Promise<Figures> {
  const times: number[] = [];
  let next = 0;
  let failed = 0;
  const measureDatabase = async () => (databaseUrl === undefined ? 0 : await measureBackends(databaseUrl));
  const databaseBefore = await measureDatabase();
  const cpuBefore = measureTree(pid).cpuMs;
  const began = performance.now();
  const client = async (): Promise<void> => {
    while (next < calls) {
      const n = next;
      next += 1;
      const at = performance.now();
      const { status } = await act(n);
      times.push(performance.now() - at);
      if (status >= 300) failed += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const seconds = (performance.now() - began) / 1000;
  return {
    cpuMs: (measureTree(pid).cpuMs - cpuBefore) / calls,
    databaseMs: ((await measureDatabase()) - databaseBefore) / calls,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    perSecond: calls / seconds,
    failed,
  };
}

function tell(name: string, figures: Figures, bare: Figures): void {
  print(`${name}: CPU of the API a call`, figures.cpuMs, 'ms', {
    name: 'a bare node:http server',
    value: bare.cpuMs,
  });
  print(`${name}: CPU of the database a call`, figures.databaseMs, 'ms');
  print(`${name}: p50`, figures.p50, 'ms', { name: 'bare', value: bare.p50 });
  print(`${name}: p95`, figures.p95, 'ms');
  print(`${name}: calls a second`, figures.perSecond, '/s', { name: 'bare', value: bare.perSecond });
  if (figures.failed > 0) print(`${name}: FAILED calls`, figures.failed, '');
}

/** A server that answers a small JSON and does nothing else: what HTTP itself costs here and now. */
async function measureBare(calls: number, clients: number): Promise<Figures> {
  const port = await findFreePort();
  const program = `require('node:http').createServer((q, r) => { q.resume(); q.on('end', () => {
    r.writeHead(200, { 'content-type': 'application/json' }); r.end('{"status":"ok"}'); }); }).listen(${port}, 'localhost')`;
  const child = spawn(process.execPath, ['-e', program], { stdio: 'ignore' });
  const caller = new Caller(`http://localhost:${port}`, '');
  try {
    while (
      !(await caller.call('GET', '/').then(
        () => true,
        () => false,
      ))
    );
    await drive({ pid: child.pid ?? 0 }, calls, clients, () => caller.call('POST', '/', { title: 'A task' }));
    return await drive({ pid: child.pid ?? 0 }, calls, clients, () =>
      caller.call('POST', '/', { title: 'A task' }),
    );
  } finally {
    caller.close();
    child.kill();
  }
}

async function measureApi(product: Running, databaseUrl: string): Promise<void> {
  const measured = { pid: product.pid, databaseUrl };
  const caller = new Caller(product.apiOrigin, product.webOrigin);
  const wish = { email: 'bench@example.com', name: 'Bench' };
  const { token } = (await caller.call('POST', '/dev/identity-tokens', wish)).body as { token: string };
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
  const create = async (n: number): Promise<Answer> => {
    const body = { id: randomUUID(), title: `Task ${n}`, projectId: project.id, statusId: statuses[1]?.id };
    const answer = await caller.call('POST', `${path}/tasks`, body, named());
    if (answer.status === 201) taskIds.push((answer.body as { task: Task }).task.id);
    return answer;
  };
  const move = (n: number): Promise<Answer> => {
    const statusId = statuses[n % statuses.length]?.id;
    return caller.call('PATCH', `${path}/tasks/${taskIds[n % taskIds.length]}`, { statusId }, named());
  };
  try {
    await drive(measured, 400, 4, create);
    await drive(measured, 400, 4, move);
    const bare = await measureBare(2000, 16);
    tell('create, 16 clients', await drive(measured, 2000, 16, create), bare);
    tell('move, 16 clients', await drive(measured, 2000, 16, move), bare);
    const movers = await drive(measured, 2000, 64, move);
    tell('move, 64 clients on one board', movers, bare);
    const read = (n: number): Promise<Answer> =>
      caller.call('GET', `${path}/tasks/${taskIds[n % taskIds.length]}`);
    tell('read one task, 16 clients', await drive(measured, 2000, 16, read), bare);
    const snapshot = (): Promise<Answer> => caller.call('GET', `${path}/sync?limit=1000`);
    const list = (): Promise<Answer> => caller.call('GET', `${path}/tasks?limit=100`);
    tell('list of 100, 16 clients', await drive(measured, 1000, 16, list), bare);
    await analyze(databaseUrl);
    tell('snapshot page of 1,000 rows', await drive(measured, 60, 1, snapshot), bare);
  } finally {
    caller.close();
  }
}

const admin = process.env['TEST_DATABASE_URL'];
if (admin === undefined) {
  console.log('Not measured: set TEST_DATABASE_URL to a PostgreSQL server on which a database may be made.');
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
