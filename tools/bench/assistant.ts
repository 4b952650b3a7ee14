// Latency of a whole turn of the built-in assistant over HTTP on PostgreSQL, in a team of 50,000 tasks and 5,000 documents.
// Needs the built product (`npm run build`) and TEST_DATABASE_URL. Budget: p95 ≤ 150 ms over all message families.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPostgresDatabase } from '#api/testing/databases.ts';
import { sendMessage } from '#api/testing/assistant-client.ts';
import { signIn, type SignedIn } from '#api/testing/make.ts';
import { seedHuge } from '#seed/huge.ts';
import { openInProcess } from '#seed/in-process.ts';
import { addManyDocuments, drawWord } from '#seed/many-documents.ts';
import { createRandom } from '#seed/random.ts';
import { analyze } from './backends.ts';
import { percentile, print } from './figures.ts';
import { runProduct } from './product.ts';

const TASKS = 50_000;
const DOCUMENTS = 5_000;
const WARM_UP = 3;
const TIMES = 20;

interface Seeded {
  teamId: string;
  email: string;
  person: string;
  project: string;
}

async function seed(env: NodeJS.ProcessEnv): Promise<Seeded> {
  const now = new Date();
  const api = await openInProcess(env, now);
  try {
    const { team, people, projects } = await seedHuge(api, now, TASKS);
    await addManyDocuments(api.app.db, team._id, DOCUMENTS, now);
    const [owner] = people as [(typeof people)[number]];
    const { project } = (await owner.send('GET', `/teams/${team._id}/projects/${projects[0]?.id}`)) as {
      project: { name: string };
    };
    return {
      teamId: team._id,
      email: owner.email,
      person: people[1]?.name ?? '',
      project: project.name,
    };
  } finally {
    await api.close();
  }
}

/** Returns message templates by family. The inserted word differs in every call. */
function listPhrases({ person, project }: Seeded): Record<string, (word: string) => string> {
  return {
    create: (word) => `create task Look at ${word} in ${project} for ${person} by friday`,
    'change by title': (word) => `rename “the ${word} report” to Another`,
    'ask: my tasks': () => 'my tasks',
    'ask: overdue': () => 'what is overdue',
    'ask: filters combined': () => `high tasks in ${project} for ${person} due this week`,
    'ask: blocked': () => 'what is blocked',
    'ask: workload': () => 'workload',
    'ask: what changed': () => `what changed in ${project} since yesterday`,
    find: (word) => `find ${word}`,
    question: (word) => `what did we write about ${word}?`,
    standup: () => 'standup',
    'weekly report': () => `weekly report for ${project}`,
    'summary of a project': () => `summary of ${project}`,
    help: () => 'help',
    'not understood': (word) => `${word} ${word} ${word}`,
  };
}

async function waitForIndex(ada: SignedIn, path: string, name: string): Promise<void> {
  for (;;) {
    const { body } = await ada.get<{ results: unknown[] }>(
      `${path}/search?q=${encodeURIComponent(name)}&kind=person`,
    );
    if (body.results.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function run(databaseUrl: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-bench-'));
  const env = { DATABASE_URL: databaseUrl, HEARTH_DATA: folder };
  try {
    const seeded = await seed(env);
    const product = await runProduct({ ...env, AI_PROVIDER: 'builtin' });
    try {
      const ada = await signIn(product, seeded.email);
      await waitForIndex(ada, `/teams/${seeded.teamId}`, seeded.person.split(' ')[0] ?? '');
      await analyze(databaseUrl);
      const random = createRandom(TASKS);
      const all: number[] = [];
      for (const [name, phrase] of Object.entries(listPhrases(seeded))) {
        const times: number[] = [];
        for (let n = 0; n < WARM_UP + TIMES; n += 1) {
          const text = phrase(drawWord(random));
          const began = performance.now();
          const { status } = await sendMessage(ada, seeded.teamId, text);
          if (status !== 200) throw new Error(`“${text}” was refused: ${status}`);
          if (n >= WARM_UP) times.push(performance.now() - began);
        }
        all.push(...times);
        print(`assistant: ${name}, p50`, percentile(times, 0.5), 'ms');
        print(`assistant: ${name}, p95`, percentile(times, 0.95), 'ms');
      }
      print('assistant: all, p50', percentile(all, 0.5), 'ms');
      print('assistant: all, p95', percentile(all, 0.95), 'ms');
    } finally {
      await product.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const admin = process.env['TEST_DATABASE_URL'];
if (admin === undefined || admin === '')
  console.log('Skipped: set TEST_DATABASE_URL to a PostgreSQL server where databases can be created.');
else {
  const database = await createPostgresDatabase(admin);
  try {
    await run(database.url);
  } finally {
    await database.remove();
  }
}
