// @ts-check
// Runs on the system's Node with nothing installed: only Node's own modules here and in ./setup.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ensureBuilt } from './setup/build.mjs';
import { ensureChromium } from './setup/chromium.mjs';
import { ensureInstalled } from './setup/install.mjs';
import { say } from './setup/progress.mjs';
import { productEnvironment, productNode, root, run } from './setup/run.mjs';
import { stopWithNpm } from './setup/stop-with-npm.mjs';
import {
  countOutcomes,
  describeCounts,
  listFailed,
  mergeOutcomes,
  readOutcomes,
} from './setup/test-results.mjs';

const DEFAULT_DATABASE_URL = 'postgres://root@127.0.0.1:5432/postgres';
// All parts together; a run that hangs must end with words rather than be cut off from outside.
const LIMIT_MINUTES = 86;
// A core takes one file, so that a server or a browser beside another may miss a deadline, the more so on a machine that
// others load. The files in which something failed are therefore run again one by one, and the end says which. A test
// that fails each time is red; more than a few files are no accident.
const ROUNDS_AGAIN = process.env['CI'] === 'true' ? 2 : 1;
const MOST_FILES_AGAIN = 12;

stopWithNpm();
await ensureInstalled();
const chromium = await ensureChromium();
await ensureBuilt();

const databaseUrl = await findPostgres();
const folder = mkdtempSync(join(tmpdir(), 'hearth-test-'));
const deadline = performance.now() + LIMIT_MINUTES * 60_000;
const env = { ...productEnvironment(), CHROME: chromium, TEST_DATABASE_URL: databaseUrl ?? '' };
/** @type {import('./setup/test-results.mjs').Outcomes} */
const results = new Map();
/** @type {string[]} */
const ranAgain = [];
let isOutOfTime = false;

for (const [project, title] of [
  ['unit', 'Unit tests'],
  [
    'api',
    databaseUrl
      ? 'API tests on the embedded database and on PostgreSQL'
      : 'API tests on the embedded database',
  ],
  ['browser', 'Browser tests on the built product'],
]) {
  if (isOutOfTime) break;
  say(`${title} …`);
  let files = await runFiles(String(project), []);
  for (let round = 0; round < ROUNDS_AGAIN && !isOutOfTime; round += 1) {
    const failed = listFailed(files);
    if (failed.length === 0 || failed.length > MOST_FILES_AGAIN || failed.includes('')) break;
    const names = failed.map((name) => relative(root, name));
    say(`Again: ${names.join(', ')} …`);
    ranAgain.push(...names);
    files = mergeOutcomes(files, await runFiles(String(project), names));
  }
  for (const [name, tests] of files) results.set(name || `${project} itself`, tests);
}
rmSync(folder, { recursive: true, force: true });

const total = countOutcomes(results);
say('Done.');
if (isOutOfTime)
  console.log(`The run was ended after ${LIMIT_MINUTES} minutes; what was still running counts as failed.`);
if (!databaseUrl) {
  console.log(
    `The PostgreSQL half was NOT run: no server answered at ${process.env['TEST_DATABASE_URL'] || DEFAULT_DATABASE_URL}.`,
  );
  console.log('Name one on which databases may be made with TEST_DATABASE_URL=postgres://…');
} else if (total.onPostgres === 0) {
  console.log('The PostgreSQL half did NOT pass a single test.');
  total.failed += total.failed === 0 ? 1 : 0;
}
if (ranAgain.length > 0) console.log(`Failed at first, and were run again: ${ranAgain.join(', ')}.`);
console.log(describeCounts(total));
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;

/** Runs test files of a project, all for none named; gives what became of each test. @param {string} project @param {string[]} names */
async function runFiles(project, names) {
  const report = join(folder, `${project}.json`);
  rmSync(report, { force: true });
  const args = [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', ...names, '--project', project];
  args.push('--reporter=default', '--reporter=json', `--outputFile.json=${report}`);
  // A server waits for its database, and a browser for both. What is run again gets a quiet machine.
  if (project !== 'unit' && names.length === 0) args.push('--fileParallelism', '--maxWorkers=100%');
  const timeoutMs = Math.max(1, deadline - performance.now());
  const { code, timedOut } = await run(productNode, args, { env, timeoutMs });
  isOutOfTime = timedOut;
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
