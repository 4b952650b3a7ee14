import 'fake-indexeddb/auto';
import { parseArgs } from 'node:util';
import * as fc from 'fast-check';
import { syncHolds } from '@hearth/web/src/testing/sync-histories.ts';

// Compares the sync store with its model over many random histories: `npm run lab -- soak --runs 10000`. A failure prints a seed and a
// path. Passing them as --seed and --path replays the same history.
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '10000' },
    seed: { type: 'string' },
    path: { type: 'string' },
  },
});
const runs = Number(values.runs);
const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed);
const startedAt = performance.now();
let played = 0;
const counted = syncHolds.beforeEach(() => {
  played += 1;
  if (played % 500 === 0) console.log(`${played} histories, ${seconds()} s`);
});
const result = await fc.check(counted, { numRuns: runs, seed, path: values.path });
if (result.failed) {
  console.error(fc.defaultReportMessage(result));
  console.error(result.errorInstance);
  console.error(
    `replay: npm run lab -- soak --runs 1 --seed ${result.seed} --path ${result.counterexamplePath}`,
  );
  process.exitCode = 1;
} else {
  console.log(`${result.numRuns} histories kept every rule in ${seconds()} s (seed ${seed}).`);
}

function seconds(): string {
  return ((performance.now() - startedAt) / 1_000).toFixed(0);
}
