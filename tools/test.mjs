// @ts-check
// Runs on the system's Node before packages are installed, so this file and ./setup may import only Node's own modules.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ensureBuilt } from './setup/build.mjs';
import { ensureChromium } from './setup/chromium.mjs';
import { ensureInstalled } from './setup/install.mjs';
import { print } from './setup/progress.mjs';
import { productEnvironment, productNode, root, run } from './setup/run.mjs';
import { stopWithNpm } from './setup/stop-with-npm.mjs';
import {
  countOutcomes,
  describeCounts,
  describeOutcomes,
  describeSlowest,
  listRedFiles,
  mergeSecondRun,
  readFileTimes,
  readOutcomes,
  readRetryReasons,
} from './setup/test-results.mjs';

/** @typedef {{ title: string, projects: string[], files?: string[], isAlone?: boolean, isCore?: boolean, env?: NodeJS.ProcessEnv }} Kind */

const DEFAULT_DATABASE_URL = 'postgres://root@127.0.0.1:5432/postgres';
// `npm run test:all` adds the nightly tier and runs every API test on both engines.
const isAll = process.argv.includes('--all');
const NIGHTLY = '**/*.nightly.*';
// Specs that measure times run one after the other, without concurrent browsers.
const ALONE = '.alone.nightly.spec.ts';
// Time limit. It is reached only if a run hangs. The run then ends with a summary instead of being killed from outside.
const LIMIT_MINUTES = isAll ? 300 : 75;
// If more files fail, the cause is not flakiness. They are then not run again.
const MAX_FILES_RUN_AGAIN = 3;

stopWithNpm();
await ensureInstalled();
const chromium = await ensureChromium();
await ensureBuilt();

const databaseUrl = await findPostgres();
const cores = availableParallelism();
const folder = mkdtempSync(join(tmpdir(), 'hearth-test-'));
const crashLog = join(folder, 'crashes.log');
const startedAt = performance.now();
const deadline = startedAt + LIMIT_MINUTES * 60_000;
const env = {
  ...productEnvironment(),
  CHROME: chromium,
  TEST_DATABASE_URL: databaseUrl ?? '',
  HEARTH_CRASH_LOG: crashLog,
  // Each DOM test file and each server is a separate process that compiles its modules. The cache halves the import of the API (1.9 to 0.9 s).
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node-compile'),
  ...(isAll ? { TEST_ENGINES: 'all', WALL: 'all' } : { SKIP_NIGHTLY: 'true' }),
};
/** @type {import('./setup/test-results.mjs').Outcomes} */
const results = new Map();
/** @type {import('./setup/test-results.mjs').FileTime[]} */
const fileTimes = [];
/** @type {string[]} */
const kindTimes = [];
/** @type {Map<string, string>} */
const retryReasons = new Map();
let isOutOfTime = false;

await runStep('Static checks', runChecks);
for (const kind of listKinds()) await runStep(kind.title, () => runTests(kind));
printSummary();
rmSync(folder, { recursive: true, force: true });

/** @param {string} title @param {() => Promise<void>} step */
async function runStep(title, step) {
  if (isOutOfTime) return;
  print(`${title} …`);
  const stepStartedAt = performance.now();
  await step();
  const seconds = (performance.now() - stepStartedAt) / 1000;
  kindTimes.push(`${seconds.toFixed(0).padStart(7)} s  ${title}`);
}

async function runChecks() {
  const args = [join(root, 'tools', 'check.ts'), '--static'];
  const { code } = await run(productNode, args, { env, timeoutMs: remainingMs() });
  results.set('Static checks', new Map([['tools/check.ts --static', code === 0 ? 'passed' : 'failed']]));
}

/** @returns {Kind[]} */
function listKinds() {
  /** @type {Kind[]} */
  const kinds = [
    { title: 'Unit tests', projects: ['unit', 'dom'] },
    { title: 'API tests', projects: ['api'] },
    { title: 'Browser tests', projects: ['browser'] },
  ];
  if (!isAll) return kinds;
  kinds.push({ title: 'Browser tests that measure', projects: ['browser'], files: [ALONE], isAlone: true });
  if (databaseUrl)
    kinds.push({
      title: 'Browser tests on the embedded database',
      projects: ['browser'],
      // The screens do not depend on the engine. The API tests prove that both engines give the same responses.
      isCore: true,
      env: { TEST_DATABASE_URL: '' },
    });
  return kinds;
}

/** @param {Kind} kind */
async function runTests(kind) {
  const report = join(folder, 'report.json');
  rmSync(report, { force: true });
  const args = [
    join(root, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    ...kind.projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    '--silent=passed-only',
    '--slowTestThreshold=10000',
  ];
  if (!isAll || kind.isCore) args.push('--exclude', NIGHTLY);
  // API tests wait for the database and for starting servers, so they use more workers than cores. Other tests are CPU-bound.
  const workers = kind.projects.includes('api') ? Math.ceil(cores * 1.5) : cores;
  if (!kind.isAlone) args.push('--exclude', `**/*${ALONE}`, '--fileParallelism', `--maxWorkers=${workers}`);
  const options = { env: { ...env, ...kind.env }, timeoutMs: remainingMs() };
  const { code, timedOut } = await run(productNode, [...args, ...(kind.files ?? [])], options);
  isOutOfTime = timedOut;
  for (const { file, seconds } of readFileTimes(report))
    fileTimes.push({ file: relative(root, file), seconds });
  let outcomes = readOutcomes(report, code);
  for (const [test, reason] of readRetryReasons(report)) retryReasons.set(test, reason);
  const redFiles = listRedFiles(outcomes);
  // An error outside of any test has no file. All files therefore run again.
  const isOutsideOfTests = outcomes.has('');
  const isRepeatable = isOutsideOfTests || (redFiles.length > 0 && redFiles.length <= MAX_FILES_RUN_AGAIN);
  if (process.env['CI'] === 'true' && !timedOut && isRepeatable) {
    // Use a fresh process. A retry in the same process would fail if the first attempt left state behind (an account, a used code).
    const names = redFiles.map((file) => relative(root, file)).join(', ');
    print(`Once more in a fresh process: ${isOutsideOfTests ? 'all files' : names}`);
    rmSync(report, { force: true });
    const again = await run(productNode, [...args, ...redFiles], { ...options, timeoutMs: remainingMs() });
    isOutOfTime = again.timedOut;
    outcomes = mergeSecondRun(outcomes, readOutcomes(report, again.code));
  }
  for (const [file, tests] of outcomes)
    results.set(`${kind.title}: ${file === '' ? 'no file' : relative(root, file)}`, tests);
}

function printSummary() {
  const total = countOutcomes(results);
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  print('Done.');
  console.log(`\nThe ten slowest files:\n${describeSlowest(fileTimes).join('\n')}`);
  console.log(`\nTime by kind (${minutes} minutes in all):\n${kindTimes.join('\n')}\n`);
  const crashes = existsSync(crashLog) ? readFileSync(crashLog, 'utf8').trim().split('\n') : [];
  if (crashes.length > 0)
    console.log(`Server starts retried after a runtime crash: ${crashes.length}\n${crashes.join('\n')}`);
  if (isOutOfTime)
    console.log(
      `The run was stopped after ${LIMIT_MINUTES} minutes; what was still running counts as failed.`,
    );
  if (!databaseUrl) {
    console.log(
      `PostgreSQL tests skipped: no server responded at ${process.env['TEST_DATABASE_URL'] || DEFAULT_DATABASE_URL}.`,
    );
    console.log('Set TEST_DATABASE_URL=postgres://… to a server where databases can be created.');
  } else if (total.onPostgres === 0) {
    console.log('No test passed on PostgreSQL.');
    total.failed += total.failed === 0 ? 1 : 0;
  }
  for (const line of describeOutcomes(results, 'flaky')) {
    console.log(`FLAKY, passed on a retry: ${line}`);
    const reason = [...retryReasons].find(([test]) => line.endsWith(` > ${test}`))?.[1];
    if (reason !== undefined) console.log(`  first failed with ${reason}`);
  }
  for (const line of describeOutcomes(results, 'failed')) console.log(`RED: ${line}`);
  console.log(describeCounts(total));
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
}

function remainingMs() {
  return Math.max(1, deadline - performance.now());
}

/** Returns the URL of the PostgreSQL server to test on, or undefined if it is not reachable. */
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
