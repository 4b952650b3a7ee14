import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { productEnvironment, run } from '#setup/run.mjs';
import { FAMILIES, type Family } from './wall/families.ts';

// Runs the test families of the security suite in sequence and prints the number of cases that each of them tested.
// [TEST_DATABASE_URL=…] npm run lab -- wall [--only MATRIX] [--sample]
// Runs all cases on both engines; with --sample, one of the engines runs only a sample, as in `npm test`.

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numTotalTests: number;
}

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, sample: { type: 'boolean', default: false } },
});
const folder = mkdtempSync(join(tmpdir(), 'hearth-wall-'));
let red = 0;
let seconds = 0;
for (const family of FAMILIES.filter((one) => one.name.includes(values.only))) {
  const line = await runFamily(family);
  console.log(line);
}
rmSync(folder, { recursive: true, force: true });
console.log(
  `\n${red === 0 ? 'All families passed' : `${red} families are red`}: ${seconds.toFixed(0)} s together.`,
);
process.exitCode = red === 0 ? 0 : 1;

async function runFamily({ name, what, tests, needsBuild }: Family): Promise<string> {
  const title = name.padEnd(10);
  if (tests.length === 0) return `${title} 0 cases, pending: ${what}`;
  const file = join(folder, `${name}.json`);
  const startedAt = performance.now();
  const projects = needsBuild === true ? ['browser'] : ['unit', 'dom', 'api'];
  const { code, output } = await run(
    'vitest',
    [
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
      ...tests,
    ],
    {
      env: {
        ...productEnvironment(),
        NO_COLOR: '1',
        TEST_ENGINES: 'all',
        ...(values.sample ? {} : { WALL: 'all' }),
      },
      quiet: true,
    },
  );
  const took = (performance.now() - startedAt) / 1000;
  seconds += took;
  const report = readReport(file);
  const isGreen = code === 0 && report.numFailedTests === 0 && report.numPassedTests > 0;
  if (!isGreen) red += 1;
  const cases = [...output.matchAll(/\[wall\] (.*)/g)].map(([, line]) => line);
  const head = `${title} ${isGreen ? 'green' : 'RED  '} ${report.numPassedTests} of ${report.numTotalTests} tests, ${took.toFixed(0)} s: ${what}`;
  const tail = isGreen ? [] : [output.slice(-4000)];
  return [head, ...cases.map((line) => `${' '.repeat(11)}${line}`), ...tail].join('\n');
}

function readReport(file: string): Report {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return { numPassedTests: 0, numFailedTests: 1, numTotalTests: 0 };
  }
}
