// Evaluates the built-in assistant, without a model or network: each case is a conversation in a separate team with a verifiable outcome.
// `npm run eval` runs all regular cases, `npm run eval -- find` one family, and `-- everyday` and `-- later` informal phrases, not all of
// which the assistant supports yet. Exits with 1 if a case failed.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signIn } from '#api/testing/make.ts';
import { settleSearch } from '#api/features/search/index.ts';
import { openInProcess } from '#seed/in-process.ts';
import { CASES } from './cases.ts';
import type { Case } from './checks.ts';
import { EVERYDAY_CASES, LATER_CASES } from './everyday-cases.ts';
import { converse, makeWorld } from './world.ts';

const SETS: Readonly<Record<string, readonly Case[]>> = { everyday: EVERYDAY_CASES, later: LATER_CASES };
const wanted = process.argv[2];
const cases = SETS[wanted ?? ''] ?? CASES.filter(({ family }) => wanted === undefined || family === wanted);
const folder = await mkdtemp(join(tmpdir(), 'hearth-eval-'));
// A Wednesday because 'by friday' would be ambiguous on a Friday.
const now = new Date('2026-11-25T10:00:00Z');
const api = await openInProcess({ HEARTH_DATA: folder, AI_PROVIDER: 'builtin' }, now);
const target = { apiOrigin: api.address, webOrigin: api.app.config.webOrigin };
const today = now.toISOString().slice(0, 10);

async function judge(one: Case): Promise<string | null> {
  const ada = await signIn(target, 'ada@example.com', { name: 'Ada Berg' });
  const bob = await signIn(target, 'bob@example.com', { name: 'Bob Reed' });
  const world = await makeWorld(ada, bob, today);
  await settleSearch(api.app);
  return (await converse(world, one.say, one.confirms === true)) ?? (await one.check(world));
}

const passed = new Map<string, [good: number, all: number]>();
try {
  for (const one of cases) {
    const fault = await judge(one).catch((error: unknown) => String(error));
    const [good, all] = passed.get(one.family) ?? [0, 0];
    passed.set(one.family, [good + (fault === null ? 1 : 0), all + 1]);
    if (fault !== null)
      console.log(`✗ ${one.family}: ${one.say.join(' → ')}\n    ${fault.replaceAll('\n', '\n    ')}`);
  }
} finally {
  await api.close();
  await rm(folder, { recursive: true, force: true });
}
for (const [name, [good, all]] of passed) console.log(`${name.padEnd(8)} ${good} of ${all}`);
const good = [...passed.values()].reduce((sum, [one]) => sum + one, 0);
console.log(`${good} of ${cases.length}`);
process.exitCode = good === cases.length ? 0 : 1;
