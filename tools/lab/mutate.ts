import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { productEnvironment, root, run } from '#setup/run.mjs';
import { copyTree } from './mutate/copy-tree.ts';
import { PARTS } from './mutate/parts.ts';

// Mutation testing of the security code: applies one small change at a time and counts the mutants that no test kills. npm run lab --
// mutate [--part rights --part tokens]

const FOLDER = join(root, 'dist', 'mutants');
const MIN_KILLED = 90;

interface Mutant {
  status: string;
  mutatorName: string;
  replacement?: string;
  location: { start: { line: number } };
}

const { values } = parseArgs({ options: { part: { type: 'string', multiple: true } } });
const names = values.part ?? Object.keys(PARTS);
let isGood = true;
await copyTree(FOLDER);
try {
  for (const name of names) isGood = (await mutatePart(name)) && isGood;
} finally {
  rmSync(FOLDER, { recursive: true, force: true });
}
process.exitCode = isGood ? 0 : 1;

/** Tests the mutants of one area and prints the survivors. Returns whether enough mutants were killed. */
async function mutatePart(name: string): Promise<boolean> {
  const part = PARTS[name];
  if (part === undefined)
    throw new Error(`Unknown part ${name}. Available: ${Object.keys(PARTS).join(', ')}`);
  const report = join(FOLDER, 'mutants.json');
  writeFileSync(
    join(FOLDER, 'stryker.config.json'),
    JSON.stringify({
      testRunner: 'vitest',
      plugins: ['@stryker-mutator/vitest-runner'],
      // Workspace packages are symbolic links to the originals, so a sandbox copy would test unmutated code.
      inPlace: true,
      mutate: part.mutate,
      vitest: { configFile: 'tools/lab/mutate/vitest.config.ts', related: false },
      coverageAnalysis: 'perTest',
      reporters: ['json', 'clear-text'],
      clearTextReporter: { reportTests: false, reportScoreTable: false, logTests: false },
      jsonReporter: { fileName: report },
      timeoutMS: 20_000,
      allowEmpty: true,
    }),
  );
  const startedAt = performance.now();
  const { code, output } = await run(join(FOLDER, 'node_modules', '.bin', 'stryker'), ['run'], {
    cwd: FOLDER,
    env: {
      ...productEnvironment(),
      HEARTH_MUTATE_TESTS: part.tests.join(' '),
      TEST_DATABASE_URL: '',
      WALL: 'all',
    },
    quiet: true,
  });
  if (code !== 0) throw new Error(`${name}: Stryker ended with ${code}\n${output.slice(-4000)}`);
  const { files } = JSON.parse(readFileSync(report, 'utf8')) as {
    files: Record<string, { mutants: Mutant[] }>;
  };
  const counts = { killed: 0, timedOut: 0, all: 0 };
  for (const [file, { mutants }] of Object.entries(files)) {
    for (const mutant of mutants) {
      if (mutant.status === 'Ignored' || mutant.status === 'CompileError') continue;
      counts.all += 1;
      if (mutant.status === 'Timeout') counts.timedOut += 1;
      if (mutant.status === 'Killed' || mutant.status === 'Timeout') counts.killed += 1;
      else
        console.log(`  ${file}:${mutant.location.start.line} ${mutant.mutatorName} → ${mutant.replacement}`);
    }
  }
  const share = (100 * counts.killed) / Math.max(1, counts.all);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  console.log(
    `${name}: ${counts.killed} of ${counts.all} mutants killed (${share.toFixed(1)} %), ${counts.timedOut} of them by timeout, in ${seconds} s`,
  );
  return share >= MIN_KILLED;
}
