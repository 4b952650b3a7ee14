import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { productEnvironment, root, run } from '#setup/run.mjs';
import { copyTree } from './copy-tree.ts';
import type { Fault } from './faults.ts';
import { plantFault } from './plant.ts';

const FOLDER = join(root, 'dist', 'faults');
const TREE = join(FOLDER, 'tree');
const REPORT = join(FOLDER, 'report.json');
const LIMIT_MS = 300_000;

interface Outcome {
  fault: Fault;
  /** The first test that failed, or what the server said when it refused to start; null = nobody noticed. */
  caughtBy: string | null;
  seconds: number;
}

interface Report {
  numTotalTests: number;
  testResults: {
    name: string;
    status: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

async function runTests(
  of: Pick<Fault, 'project' | 'tests' | 'only'>,
): Promise<{ report: Report | null; output: string; code: number }> {
  rmSync(REPORT, { force: true });
  const args = [
    'run',
    '--root',
    TREE,
    '--project',
    of.project,
    '--bail=1',
    '--reporter=default',
    '--reporter=json',
  ];
  const only = of.only === undefined ? [] : ['-t', of.only];
  const { code, output } = await run(
    join(TREE, 'node_modules', '.bin', 'vitest'),
    [...args, `--outputFile.json=${REPORT}`, ...only, ...of.tests],
    {
      env: { ...productEnvironment(), TEST_DATABASE_URL: '', NO_COLOR: '1', WALL: 'all' },
      quiet: true,
      timeoutMs: LIMIT_MS,
    },
  );
  try {
    return { report: JSON.parse(readFileSync(REPORT, 'utf8')) as Report, output, code };
  } catch {
    return { report: null, output, code };
  }
}

/** What a red run says: a test that failed. A file that could not be read is no proof, a server that refuses to start is. */
function findCatcher(report: Report | null, output: string): string | null {
  for (const file of report?.testResults ?? []) {
    const failed = file.assertionResults.find((test) => test.status === 'failed');
    if (failed !== undefined) return failed.fullName;
    // The report is silent about what fails before the first test.
    const refusal = /RowSecurityError: (.*)/.exec(output)?.[1];
    if (file.status === 'failed' && refusal !== undefined) return `the server does not start: ${refusal}`;
  }
  return null;
}

/**
 * Plants each fault in a copy of the tree and runs its tests there.
 * @throws Error when the tests are red without any fault: they would prove nothing
 */
export async function runFaults(
  faults: readonly Fault[],
  onOutcome: (outcome: Outcome) => void,
): Promise<Outcome[]> {
  await copyTree(TREE);
  try {
    for (const project of ['unit', 'dom', 'api'] as const) {
      const own = faults.filter((fault) => fault.project === project);
      if (own.length === 0) continue;
      const tests = [...new Set(own.flatMap((fault) => fault.tests))];
      const { code, report, output } = await runTests({ project, tests });
      if (code !== 0) {
        throw new Error(`Red without any fault (${findCatcher(report, output) ?? output.slice(-2000)})`);
      }
    }
    const outcomes: Outcome[] = [];
    for (const fault of faults) {
      const read = (file: string): string => readFileSync(join(TREE, file), 'utf8');
      const planted = plantFault(fault, read);
      const sound = new Map([...planted.keys()].map((file) => [file, read(file)]));
      for (const [file, text] of planted) writeFileSync(join(TREE, file), text);
      const startedAt = performance.now();
      const { code, report, output } = await runTests(fault);
      for (const [file, text] of sound) writeFileSync(join(TREE, file), text);
      const outcome = {
        fault,
        caughtBy: code === 0 ? null : findCatcher(report, output),
        seconds: (performance.now() - startedAt) / 1000,
      };
      outcomes.push(outcome);
      onOutcome(outcome);
    }
    return outcomes;
  } finally {
    rmSync(FOLDER, { recursive: true, force: true });
  }
}
