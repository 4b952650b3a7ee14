// @ts-check
// Runs on the system's Node with nothing installed: only Node's own modules here and in ./setup.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from './setup/build.mjs';
import { ensureChromium } from './setup/chromium.mjs';
import { ensureInstalled } from './setup/install.mjs';
import { say } from './setup/progress.mjs';
import { productEnvironment, productNode, root, run } from './setup/run.mjs';
import { stopWithNpm } from './setup/stop-with-npm.mjs';
import { describeCounts, readCounts, sumCounts } from './setup/test-results.mjs';

const DEFAULT_DATABASE_URL = 'postgres://root@127.0.0.1:5432/postgres';
// All parts together; a run that hangs must end with words rather than be cut off from outside.
const LIMIT_MINUTES = 60;

stopWithNpm();
await ensureInstalled();
const chromium = await ensureChromium();
await ensureBuilt();

const databaseUrl = await findPostgres();
const folder = mkdtempSync(join(tmpdir(), 'hearth-test-'));
const deadline = performance.now() + LIMIT_MINUTES * 60_000;
const env = { ...productEnvironment(), CHROME: chromium, TEST_DATABASE_URL: databaseUrl ?? '' };
/** @type {import('./setup/test-results.mjs').Counts[]} */
const results = [];
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
  const file = join(folder, `${project}.json`);
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const args = [
    vitest,
    'run',
    '--project',
    String(project),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ];
  const { code, timedOut } = await run(productNode, args, {
    env,
    timeoutMs: Math.max(1, deadline - performance.now()),
  });
  isOutOfTime = timedOut;
  results.push(readCounts(file, code));
}
rmSync(folder, { recursive: true, force: true });

const total = sumCounts(results);
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
console.log(describeCounts(total));
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;

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
