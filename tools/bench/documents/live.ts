// Latency of a document update until it reaches the other clients. The server commits updates before it broadcasts them. Needs the built
// product (`npm run build`) and TEST_DATABASE_URL, a PostgreSQL server that permits creating databases.
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client as PgClient } from 'pg';
import { openDocument, type DocumentClient } from '#api/testing/document-client.ts';
import { makeDocument } from '#api/testing/documents.ts';
import type { SignedIn } from '#api/testing/make.ts';
import { measureTree, percentile, print } from '#bench/figures.ts';
import { withDocuments, writeBlocks, type Workplace } from './shared-documents.ts';

const requireOfApi = createRequire(new URL('../../apps/api/package.json', import.meta.url));
const { Client } = requireOfApi('pg') as { Client: typeof PgClient };

const BLOCKS = 60;
const UPDATES = 500;
const GAP_MS = 20;
const EDITORS = 100;
/** Typing interval of each client, and its total typing time. */
const TYPES_EVERY_MS = 1000;
const TYPING_MS = 15_000;

/** Measures the duration of committing one small row on this host. This is the lower bound for a durable update. */
async function measureCommits(databaseUrl: string): Promise<number[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('create table bench_commits (at bigserial primary key, update bytea)');
    const times: number[] = [];
    for (let at = 0; at < UPDATES; at += 1) {
      const began = performance.now();
      await client.query('insert into bench_commits (update) values ($1)', [Buffer.alloc(32, at)]);
      times.push(performance.now() - began);
      await sleep(GAP_MS);
    }
    await client.query('drop table bench_commits');
    return times;
  } finally {
    await client.end();
  }
}

/** Measures the time from typing a character in one client until the other client's document contains it. */
async function measurePair(writer: DocumentClient, reader: DocumentClient): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < UPDATES; at += 1) {
    const { promise, resolve } = Promise.withResolvers<number>();
    reader.doc.once('update', () => resolve(performance.now()));
    const began = performance.now();
    writer.type('x');
    times.push((await promise) - began);
    await sleep(GAP_MS);
  }
  return times;
}

/**
 * All clients type concurrently.
 * @returns the latency of each delivery and the expected number of deliveries
 */
async function measureCrowd(
  crowd: readonly DocumentClient[],
): Promise<{ times: number[]; expected: number }> {
  const times: number[] = [];
  const sentAt = new Map<string, number>();
  for (const { doc } of crowd)
    doc.on('afterTransaction', ({ local, beforeState, afterState }) => {
      const now = performance.now();
      for (const [client, after] of afterState)
        for (let clock = beforeState.get(client) ?? 0; clock < after; clock += 1) {
          const sent = sentAt.get(`${client}:${clock}`);
          if (local) sentAt.set(`${client}:${clock}`, now);
          else if (sent !== undefined) times.push(now - sent);
        }
    });
  const until = performance.now() + TYPING_MS;
  await Promise.all(
    crowd.map(async (one) => {
      await sleep(Math.random() * TYPES_EVERY_MS);
      while (performance.now() < until) {
        one.type('y');
        await sleep(TYPES_EVERY_MS);
      }
    }),
  );
  const expected = sentAt.size * (crowd.length - 1);
  const deadline = performance.now() + 10_000;
  while (times.length < expected && performance.now() < deadline) await sleep(50);
  return { times, expected };
}

async function measureTwo({ teamId, people, databaseUrl }: Workplace): Promise<void> {
  const [owner, other] = people as [SignedIn, SignedIn];
  const commits = await measureCommits(databaseUrl ?? '');
  const { id } = await makeDocument(owner, teamId, { markdown: writeBlocks(BLOCKS) });
  const [writer, reader] = (await Promise.all(
    [owner, other].map((person) => openDocument(person, `${teamId}/${id}`)),
  )) as [DocumentClient, DocumentClient];
  // Warm-up: its result is discarded.
  await measurePair(writer, reader);
  const times = await measurePair(writer, reader);
  for (const p of [0.5, 0.95]) {
    const commit = { name: 'a commit of one row', value: percentile(commits, p) };
    print(`a durable update is at the other client, p${p * 100}`, percentile(times, p), 'ms', commit);
  }
  writer.close();
  reader.close();
}

async function measureHundred({ product, teamId, people }: Workplace): Promise<void> {
  const [owner] = people as [SignedIn];
  const { id } = await makeDocument(owner, teamId, { markdown: writeBlocks(BLOCKS) });
  const crowd: DocumentClient[] = [];
  for (let at = 0; at < EDITORS; at += 1)
    crowd.push(await openDocument(people[at % people.length] as SignedIn, `${teamId}/${id}`));
  const cpuBefore = measureTree(product.pid).cpuMs;
  const { times, expected } = await measureCrowd(crowd);
  const cpu = (measureTree(product.pid).cpuMs - cpuBefore) / TYPING_MS;
  const name = `${EDITORS} editors in one document, each types a character a second`;
  print(`${name}: it is at another, p50`, percentile(times, 0.5), 'ms');
  print(`${name}: p95`, percentile(times, 0.95), 'ms');
  print(`${name}: CPU of the API`, cpu * 100, '% of a core');
  if (times.length !== expected) print(`${name}: MISSING`, expected - times.length, '');
  for (const one of crowd) one.close();
}

if (process.env['TEST_DATABASE_URL'] === undefined) {
  console.log('Skipped: set TEST_DATABASE_URL to a PostgreSQL server where databases can be created.');
} else {
  await withDocuments(async (workplace) => {
    await measureTwo(workplace);
    await measureHundred(workplace);
  });
}
