import { availableParallelism } from 'node:os';
import { productEnvironment, run } from '#setup/run.mjs';

// Runs all checks that must pass before a commit: static checks and unit tests. `npm test` runs only the static checks with `--static` and
// then all test suites.

interface Part {
  name: string;
  program: string;
  args: string[];
}

const parts: Part[] = [
  // Longest first, to minimize the total duration.
  { name: 'unit tests', program: 'vitest', args: ['run', '--project', 'unit', '--silent=passed-only'] },
  {
    // Linting and type checking share one process so that the types of each tsconfig are built only once.
    name: 'lint and types',
    program: 'oxlint',
    args: ['--type-aware', '--type-check', 'apps', 'packages', 'tools', 'e2e', 'vitest.config.ts'],
  },
  { name: 'borders', program: 'node', args: ['tools/check-borders.ts'] },
  { name: 'unused files, exports and packages', program: 'knip', args: ['--no-progress'] },
  { name: 'texts', program: 'node', args: ['apps/web/build/check-texts.ts'] },
  { name: 'format', program: 'oxfmt', args: ['--check'] },
];

const waiting = process.argv.includes('--static')
  ? parts.filter(({ program }) => program !== 'vitest')
  : [...parts];
const total = waiting.length;
const failures: string[] = [];
const startedAt = performance.now();

async function runPart(part: Part): Promise<void> {
  const partStartedAt = performance.now();
  const { code, output } = await run(part.program, part.args, {
    env: { ...productEnvironment(), NO_COLOR: '1' },
    quiet: true,
  });
  const seconds = ((performance.now() - partStartedAt) / 1000).toFixed(1);
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${seconds.padStart(5)} s  ${part.name}`);
  if (code !== 0) failures.push(`\n── ${part.name} ──\n${output.trim()}`);
}

async function work(): Promise<void> {
  for (let part = waiting.shift(); part; part = waiting.shift()) await runPart(part);
}

await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));
for (const failure of failures) console.error(failure);
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
console.log(`\n${total - failures.length} of ${total} checks passed in ${seconds} s`);
if (failures.length > 0) process.exitCode = 1;
