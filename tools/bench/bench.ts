import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureSlowness } from '#setup/machine-speed.mjs';
import { run } from '#setup/run.mjs';
import { keepBaseline, listWorse, readFigures } from './baseline.ts';

// `npm run bench`: every part, one after the other, each in a process of its own so that none warms another up.
// `npm run bench -- start pages`: only those. The end names what is worse by a tenth than tools/bench/baseline.json, and is red
// then; `--keep` writes what was measured there, and belongs to a change that is meant to move it.
const PARTS = [
  'start',
  'embedded-database',
  'store',
  'api',
  'bulk',
  'search',
  'analytics',
  'feed',
  'sockets',
  'first-loads',
  'cold-boards',
  'pages',
  'screens',
  'people',
  'documents/api',
  'documents/live',
  'documents/compaction',
  'documents/pages',
  'documents/tree',
  'documents/large',
];

const isKept = process.argv.includes('--keep');
const asked = process.argv.slice(2).filter((one) => one !== '--keep');
const unknown = asked.filter((part) => !PARTS.includes(part));
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(', ')}. There are: ${PARTS.join(', ')}.`);
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'hearth-bench-report-'));
const report = join(folder, 'figures.jsonl');
const slownessBefore = await measureSlowness();
let failed = 0;
for (const part of PARTS.filter((one) => asked.length === 0 || asked.includes(one))) {
  console.log(`\n## ${part}`);
  const { code } = await run(process.execPath, [`tools/bench/${part}.ts`], {
    timeoutMs: 15 * 60_000,
    env: { ...process.env, BENCH_REPORT: report },
  });
  if (code !== 0) failed += 1;
}
const slowness = (slownessBefore + (await measureSlowness())) / 2;
const figures = readFigures(report);
rmSync(folder, { recursive: true, force: true });
const worse = isKept ? [] : listWorse(figures, slowness);
if (isKept) keepBaseline(figures, slowness);
console.log(`\nThe machine was ${slowness.toFixed(2)} × slower than the one of the tests' budgets.`);
for (const words of worse) console.log(words);
process.exitCode = failed === 0 && worse.length === 0 ? 0 : 1;
