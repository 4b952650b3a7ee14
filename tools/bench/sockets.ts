import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { WebSocket as Ws } from 'ws';
import { HERE_EVERY_MS, type Place } from '@hearth/contracts/presence/presence-values';
import { startApiProcess, type ApiProcess } from '#api/testing/api-process.ts';
import { joinTeam, makeTask, makeTeam, signIn, type SignedIn } from '#api/testing/make.ts';
import { createPostgresDatabase } from '#api/testing/postgres-database.ts';
import { measureTree, percentile, print } from './figures.ts';

// 1,000 sockets in one team: how others are served while all of them say where they are, and while all of them come
// back at once after they were cut off. The numbers of sockets a session and a person are not limited here.

const requireOfApi = createRequire(new URL('../../apps/api/package.json', import.meta.url));
const { WebSocket } = requireOfApi('ws') as { WebSocket: typeof Ws };

const SOCKETS = Number(process.env['BENCH_SOCKETS'] ?? 1000);
const PEOPLE = 10;
const SAYING_MS = 15_000;
const AGAIN_MS = 500;

interface Team {
  api: ApiProcess;
  people: SignedIn[];
  teamId: string;
}

interface Reader {
  ws: Ws;
  /** What it has seen of the texts that were waited for. */
  texts: string;
}

function open({ api, teamId }: Team, person: SignedIn, since: string): Promise<Reader> {
  const cookie = [...person.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ');
  const address = `${api.apiOrigin.replace('http', 'ws')}/teams/${teamId}/feed${since}`;
  const ws = new WebSocket(address, { headers: { cookie, origin: api.webOrigin }, handshakeTimeout: 20_000 });
  const reader = { ws, texts: '' };
  ws.on('message', (data) => {
    const text = (data as Buffer).toString();
    if (text.startsWith('{"type":"changes"')) reader.texts += text;
  });
  return new Promise((resolve, reject) => {
    ws.once('open', () => resolve(reader));
    ws.once('error', reject);
  });
}

/** As the web app does it: tried again until it is there. */
async function comeBack(team: Team, person: SignedIn, since: string): Promise<Reader> {
  for (;;) {
    const reader = await open(team, person, since).catch(() => null);
    if (reader !== null) return reader;
    await sleep(AGAIN_MS * (1 + Math.random()));
  }
}

async function openAll(team: Team, since = ''): Promise<Reader[]> {
  return await Promise.all(
    Array.from({ length: SOCKETS }, (_, at) =>
      comeBack(team, team.people[at % team.people.length] as SignedIn, since),
    ),
  );
}

function say({ ws }: Reader, at: number): void {
  const place: Place = {
    projectId: null,
    taskId: null,
    field: null,
    screen: `/tasks?view=view-${at}`,
    follows: null,
  };
  if (ws.readyState === ws.OPEN) ws.send(JSON.stringify({ type: 'here', places: [place] }));
}

/** Everybody says where they are, as browsers do, and each goes somewhere else every other time. */
async function sayForAWhile(readers: readonly Reader[]): Promise<void> {
  const until = performance.now() + SAYING_MS;
  for (let round = 0; performance.now() < until; round += 1) {
    for (const [at, reader] of readers.entries()) {
      say(reader, round % 2 === 0 ? at : at + round);
      if (at % 10 === 9) await sleep((HERE_EVERY_MS * 10) / readers.length);
    }
  }
}

async function readTimes(probe: Worker): Promise<number[]> {
  const times = once(probe, 'message') as Promise<[number[]]>;
  probe.postMessage('read');
  return (await times)[0];
}

function printTimes(what: string, times: number[]): void {
  print(`${what}: /healthz p50`, percentile(times, 0.5), 'ms');
  print(`${what}: /healthz p95`, percentile(times, 0.95), 'ms');
  print(`${what}: /healthz longest of ${times.length}`, Math.max(...times), 'ms');
}

async function bench(team: Team): Promise<void> {
  const probe = new Worker(new URL('./health-probe.ts', import.meta.url), {
    workerData: { origin: team.api.apiOrigin },
  });
  try {
    await sleep(2000);
    printTimes('nothing else', await readTimes(probe));
    let readers = await openAll(team);
    await readTimes(probe);
    const pid = team.api.child.pid ?? 0;
    const cpu = measureTree(pid).cpuMs;
    await sayForAWhile(readers);
    printTimes(`${SOCKETS} sockets that say where they are`, await readTimes(probe));
    print('the same: CPU of the API', ((measureTree(pid).cpuMs - cpu) / SAYING_MS) * 100, '% of a core');
    const seq = (
      await (team.people[0] as SignedIn).get<{ seq: number }>(`/teams/${team.teamId}/sync?since=0`)
    ).body.seq;
    for (const { ws } of readers) ws.terminate();
    const title = `missed ${Math.random()}`;
    await makeTask(team.people[0] as SignedIn, team.teamId, { title });
    const started = performance.now();
    readers = await openAll(team, `?since=${seq}`);
    for (const [at, reader] of readers.entries()) say(reader, at);
    while (readers.some(({ texts }) => !texts.includes(title))) await sleep(20);
    print(`${SOCKETS} sockets are back and have what they missed`, performance.now() - started, 'ms');
    printTimes('meanwhile', await readTimes(probe));
    for (const { ws } of readers) ws.terminate();
  } finally {
    await probe.terminate();
  }
}

const adminUrl = process.env['TEST_DATABASE_URL'] ?? 'postgres://root@127.0.0.1:5432/postgres';
const database = await createPostgresDatabase(adminUrl).catch(() => null);
console.log(database === null ? 'Embedded database' : 'PostgreSQL');
const folder = mkdtempSync(join(tmpdir(), 'hearth-bench-'));
const api = await startApiProcess({
  HEARTH_DATA: folder,
  ...(database === null ? {} : { DATABASE_URL: database.url }),
});
try {
  const people = await Promise.all(
    Array.from({ length: PEOPLE }, (_, at) => signIn(api, `person${at}@example.com`)),
  );
  const [owner, ...others] = people as [SignedIn, ...SignedIn[]];
  const { _id: teamId } = await makeTeam(owner);
  await owner.post(`/dev/teams/${teamId}/plan`, { plan: 'pro' });
  for (const other of others) await joinTeam(owner, teamId, other);
  await bench({ api, people, teamId });
} finally {
  await api.end('SIGTERM');
  await database?.remove();
  rmSync(folder, { recursive: true, force: true });
}
