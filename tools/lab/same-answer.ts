import { parseArgs } from 'node:util';
import { testEngines } from '#api/testing/databases.ts';
import { comparePairs, isApart } from '#api/testing/same-answer/compare-pairs.ts';

// Tests for a timing side channel: whether response times distinguish missing objects from hidden ones. Needs an otherwise idle host. npm
// run lab -- same-answer [--calls 200] [--engine pglite|postgres]   PostgreSQL needs TEST_DATABASE_URL.

const { values } = parseArgs({
  options: { calls: { type: 'string', default: '200' }, engine: { type: 'string', default: 'pglite' } },
});
const engine = testEngines.find(({ kind }) => kind === values.engine);
if (engine === undefined) throw new Error(`Unknown engine: ${values.engine}.`);
const comparisons = await comparePairs(engine, Number(values.calls));
for (const comparison of comparisons) {
  const { name, absentMs, hiddenMs, mayTakeLonger } = comparison;
  const verdict = isApart(comparison) ? 'APART' : mayTakeLonger ? 'known' : 'alike';
  const percent = Math.round((hiddenMs / absentMs - 1) * 100);
  console.log(`${verdict} ${absentMs.toFixed(2)} ${hiddenMs.toFixed(2)} ms ${percent} % ${name}`);
}
const far = comparisons.filter(isApart).length;
console.log(
  `${engine.kind}: ${comparisons.length} pairs, ${values.calls} calls each, ${far} distinguishable by response or median time`,
);
process.exitCode = far === 0 ? 0 : 1;
