// @ts-check
// Runs on the system's Node with nothing installed: only Node's own modules here and in ./setup.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ensureBuilt } from './setup/build.mjs';
import { ensureChromium } from './setup/chromium.mjs';
import { ensureInstalled } from './setup/install.mjs';
import { measureSlowness } from './setup/machine-speed.mjs';
import { say } from './setup/progress.mjs';
import { productEnvironment, productNode, root, run } from './setup/run.mjs';
import { stopWithNpm } from './setup/stop-with-npm.mjs';
import {
  countOutcomes,
  describeCounts,
  describeFailed,
  listFailed,
  mergeOutcomes,
  readOutcomes,
} from './setup/test-results.mjs';
import {
  describeKinds,
  describeOverspent,
  describeSlowest,
  readChildrenCpu,
  readTimes,
} from './setup/test-times.mjs';

/** @typedef {{ projects: string[], title: string, budget: number, cpuBudget: number, env?: NodeJS.ProcessEnv }} Kind */

const DEFAULT_DATABASE_URL = 'postgres://root@127.0.0.1:5432/postgres';
// `npm run test:all`: everything on both engines, before a release. What it has more is listed in docs/operations/tests.md.
const isAll = process.argv.includes('--all');
// Every part together; a run that hangs must end with words rather than be cut off from outside, which CI does after 90 minutes.
// Not a judgement of speed, which the budgets are: a machine that was half as quick for an hour ended healthy runs at 39 minutes.
const LIMIT_MINUTES = isAll ? 300 : 75;
// Specs named so judge times: they run one after another, with no other browser beside them.
const ALONE = '.alone.spec.ts';
// In CI a file in which something failed is run once more, alone, and the end says so; more than a few are no accident.
const MOST_FILES_AGAIN = process.env['CI'] === 'true' ? 6 : 0;
// The budgets below are seconds on two cores, by the clock and of the processors, about half above what was measured there
// (docs/operations/figures.md); past both the run is red. How much slower a machine is gets measured, since a virtual one
// is not equally quick all day; TEST_TIME_FACTOR names it instead.
const namedFactor = Number(process.env['TEST_TIME_FACTOR'] ?? 0);

stopWithNpm();
await ensureInstalled();
const chromium = await ensureChromium();
await ensureBuilt();

const databaseUrl = await findPostgres();
const folder = mkdtempSync(join(tmpdir(), 'hearth-test-'));
let slowness = namedFactor || (await measureSlowness());
const deadline = performance.now() + LIMIT_MINUTES * 60_000;
const env = {
  ...productEnvironment(),
  CHROME: chromium,
  TEST_DATABASE_URL: databaseUrl ?? '',
  ...(isAll ? { TEST_ENGINES: 'all', WALL: 'all' } : {}),
};
/** @type {import('./setup/test-results.mjs').Outcomes} */
const results = new Map();
/** @type {import('./setup/test-times.mjs').FileTime[]} */
const fileTimes = [];
/** @type {import('./setup/test-times.mjs').KindTime[]} */
const kindTimes = [];
/** @type {string[]} */
const ranAgain = [];
let isOutOfTime = false;

for (const kind of listKinds()) {
  if (isOutOfTime) break;
  say(`${kind.title} …`);
  const startedAt = performance.now();
  const cpuBefore = readChildrenCpu();
  let files = await runFiles(kind, []);
  if (kind.projects.includes('browser') && !isOutOfTime)
    files = new Map([...files, ...(await runFiles(kind, [ALONE]))]);
  const seconds = (performance.now() - startedAt) / 1000;
  const cpuAfter = readChildrenCpu();
  const slownessBefore = slowness;
  slowness = namedFactor || (await measureSlowness());
  const factor = (slownessBefore + slowness) / 2;
  kindTimes.push({
    kind: kind.title,
    seconds,
    budget: isAll ? null : Math.round(kind.budget * factor),
    cpuSeconds: cpuBefore === null || cpuAfter === null ? null : cpuAfter - cpuBefore,
    cpuBudget: Math.round(kind.cpuBudget * factor),
    slowness: factor,
  });
  const failed = listFailed(files);
  if (failed.length > 0 && failed.length <= MOST_FILES_AGAIN && !failed.includes('') && !isOutOfTime) {
    const names = failed.map((name) => relative(root, name));
    say(`Again, alone: ${names.join(', ')} …`);
    ranAgain.push(...names);
    files = mergeOutcomes(files, await runFiles(kind, names));
  }
  for (const [name, tests] of files)
    results.set(name === '' ? kind.title : `${kind.title}: ${relative(root, name)}`, tests);
}
rmSync(folder, { recursive: true, force: true });
tellEnd();

function tellEnd() {
  const total = countOutcomes(results);
  say('Done.');
  console.log(`\nThe ten slowest files:\n${describeSlowest(fileTimes).join('\n')}`);
  console.log(`\nTime by kind:\n${describeKinds(kindTimes).join('\n')}\n`);
  if (isOutOfTime)
    console.log(`The run was ended after ${LIMIT_MINUTES} minutes; what was still running counts as failed.`);
  if (!databaseUrl) {
    console.log(
      `Nothing was run on PostgreSQL: no server answered at ${process.env['TEST_DATABASE_URL'] || DEFAULT_DATABASE_URL}.`,
    );
    console.log('Name one on which databases may be made with TEST_DATABASE_URL=postgres://…');
  } else if (total.onPostgres === 0) {
    console.log('The PostgreSQL half did NOT pass a single test.');
    total.failed += total.failed === 0 ? 1 : 0;
  }
  const overspent = describeOverspent(kindTimes);
  for (const { words } of overspent) console.log(words);
  if (ranAgain.length > 0)
    console.log(`RED AT FIRST, then run again alone; each is a fault to find: ${ranAgain.join(', ')}.`);
  for (const line of describeFailed(results)) console.log(line);
  console.log(describeCounts(total));
  process.exitCode = total.failed > 0 || total.passed === 0 || overspent.some(({ isRed }) => isRed) ? 1 : 0;
}

/** @returns {Kind[]} */
function listKinds() {
  const engines = databaseUrl ? 'the embedded database and PostgreSQL' : 'the embedded database';
  /** @type {Kind[]} */
  const kinds = [
    { projects: ['unit', 'dom'], title: 'Unit tests', budget: 170, cpuBudget: 310 },
    { projects: ['api'], title: `API tests on ${engines}`, budget: 600, cpuBudget: 850 },
    { projects: ['browser'], title: 'Browser tests on the built product', budget: 1050, cpuBudget: 1050 },
  ];
  if (isAll && databaseUrl)
    kinds.push({
      projects: ['browser'],
      title: 'Browser tests on the embedded database',
      budget: 0,
      cpuBudget: 0,
      env: { TEST_DATABASE_URL: '' },
    });
  return kinds;
}

/** Runs test files of a kind, all for none named; gives what became of each test. @param {Kind} kind @param {string[]} names */
async function runFiles(kind, names) {
  const report = join(folder, `${kind.projects.join('-')}.json`);
  rmSync(report, { force: true });
  const args = [
    join(root, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    ...names,
    ...kind.projects.flatMap((project) => ['--project', project]),
  ];
  args.push('--reporter=default', '--reporter=json', `--outputFile.json=${report}`);
  args.push('--silent=passed-only', '--slowTestThreshold=10000');
  // A file for each core; what is named gets a quiet machine.
  if (names.length === 0) args.push('--fileParallelism', '--maxWorkers=100%');
  if (kind.projects.includes('browser') && names.length === 0) args.push('--exclude', `**/*${ALONE}`);
  const timeoutMs = Math.max(1, deadline - performance.now());
  const { code, timedOut } = await run(productNode, args, { env: { ...env, ...kind.env }, timeoutMs });
  isOutOfTime = timedOut;
  for (const { file, seconds } of readTimes(report)) fileTimes.push({ file: relative(root, file), seconds });
  return readOutcomes(report, code);
}

/** The PostgreSQL to test on, if one answers. */
async function findPostgres() {
  const url = process.env['TEST_DATABASE_URL'] || DEFAULT_DATABASE_URL;
  const { Client } = createRequire(join(root, 'apps', 'api', 'package.json'))('pg');
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 3_000 });
  try {
    await client.connect();
    await client.end();
    return url;
  } catch {
    return undefined;
  }
}
