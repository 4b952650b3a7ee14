// The cost of a search over HTTP on PostgreSQL, in a team with the given number of one-page documents. Needs the built product (`npm run
// build`) and TEST_DATABASE_URL. Budget: p50 ≤ 10 ms and 150 searches/s with 2,000 documents, p50 ≤ 15 ms with 20,000.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPostgresDatabase } from '#api/testing/databases.ts';
import { signIn, type SignedIn } from '#api/testing/make.ts';
import { openInProcess } from '#seed/in-process.ts';
import { addManyDocuments, drawWord } from '#seed/many-documents.ts';
import { createRandom, type Random } from '#seed/random.ts';
import { makeSeedTeam } from '#seed/team.ts';
import { analyze, measureBackends } from './backends.ts';
import { measureTree, percentile, print } from './figures.ts';
import { runProduct } from './product.ts';

const SIZES = [2_000, 20_000];
const WARM_UP = 100;
const ALONE = 400;
const TOGETHER = 1_000;
const CLIENTS = 16;

interface Found {
  results: { kind: string }[];
}

async function seed(databaseUrl: string, dataFolder: string, documents: number) {
  const now = new Date();
  const api = await openInProcess({ DATABASE_URL: databaseUrl, HEARTH_DATA: dataFolder }, now);
  try {
    const seeded = await makeSeedTeam(api, { name: 'Bench', people: 2, guests: 0, projects: 1 });
    await addManyDocuments(api.app.db, seeded.team._id, documents, now);
    return { teamId: seeded.team._id, email: seeded.people[0]?.email ?? '' };
  } finally {
    await api.close();
  }
}

/** Returns a typical query, by turns a word, a prefix, two words and a word that lacks a letter. */
function draw(random: Random, n: number): string {
  const word = drawWord(random);
  const queries = [word, word.slice(0, 4), `${word} ${drawWord(random)}`, word.slice(0, 2) + word.slice(3)];
  return queries[n % queries.length] ?? word;
}

/**
 * Waits until indexing has finished. Members are indexed last.
 * @returns the waiting time in ms
 */
async function waitForIndex(ada: SignedIn, path: string): Promise<number> {
  const began = performance.now();
  for (;;) {
    const { body } = await ada.get<Found>(`${path}?q=okafor&kind=person`);
    if (body.results.length > 0) return performance.now() - began;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function measureSearch(
  ada: SignedIn,
  path: string,
  documents: number,
  readCpu: () => Promise<{ api: number; database: number }>,
): Promise<void> {
  const random = createRandom(documents);
  const times: number[] = [];
  let found = 0;
  const search = async (n: number): Promise<void> => {
    const began = performance.now();
    const { status, body } = await ada.get<Found>(
      `${path}?q=${encodeURIComponent(draw(random, n))}&limit=20`,
    );
    times.push(performance.now() - began);
    if (status !== 200) throw new Error(`A search was refused: ${status}`);
    found += body.results.length;
  };
  for (let n = 0; n < WARM_UP; n += 1) await search(n);
  times.length = 0;
  const before = await readCpu();
  for (let n = 0; n < ALONE; n += 1) await search(n);
  const name = `search over ${documents.toLocaleString('en')} documents`;
  print(`${name}: p50`, percentile(times, 0.5), 'ms');
  print(`${name}: p95`, percentile(times, 0.95), 'ms');
  const after = await readCpu();
  print(`${name}: CPU of the API a question`, (after.api - before.api) / ALONE, 'ms');
  print(`${name}: CPU of the database a question`, (after.database - before.database) / ALONE, 'ms');
  print(`${name}: found by a question`, found / (WARM_UP + ALONE), '');
  let next = 0;
  const began = performance.now();
  const client = async (): Promise<void> => {
    while (next < TOGETHER) await search(next++);
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  print(`${name}: a second, ${CLIENTS} clients`, TOGETHER / ((performance.now() - began) / 1000), '/s');
}

async function run(admin: string, documents: number): Promise<void> {
  const database = await createPostgresDatabase(admin);
  const folder = await mkdtemp(join(tmpdir(), 'hearth-bench-'));
  try {
    const { teamId, email } = await seed(database.url, folder, documents);
    const product = await runProduct({ DATABASE_URL: database.url, HEARTH_DATA: folder });
    try {
      const ada = await signIn(product, email);
      const path = `/teams/${teamId}/search`;
      print(
        `${documents.toLocaleString('en')} documents: the index is made`,
        await waitForIndex(ada, path),
        'ms',
      );
      await analyze(database.url);
      await measureSearch(ada, path, documents, async () => ({
        api: measureTree(product.pid).cpuMs,
        database: await measureBackends(database.url),
      }));
    } finally {
      await product.stop();
    }
  } finally {
    await database.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

const admin = process.env['TEST_DATABASE_URL'];
if (admin === undefined || admin === '')
  console.log('Skipped: set TEST_DATABASE_URL to a PostgreSQL server where databases can be created.');
else for (const documents of SIZES) await run(admin, documents);
