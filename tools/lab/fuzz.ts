import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { testEngines } from '#api/testing/databases.ts';
import { runFuzz } from '#api/testing/fuzz/run-fuzz.ts';

// Fuzzes the API with valid, nearly valid and absurd calls, generated from the served OpenAPI document.
// npm run lab -- fuzz --calls 50000 [--engine pglite|postgres] [--seed 7]
// PostgreSQL needs TEST_DATABASE_URL. A seed always produces the same calls.

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '50000' },
    engine: { type: 'string', default: 'pglite' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
  },
});
const engine = testEngines.find(({ kind }) => kind === values.engine);
if (engine === undefined) throw new Error(`Unknown engine: ${values.engine}.`);
console.log(`seed ${values.seed}`);
const started = performance.now();
const report = await runFuzz({
  engine,
  calls: Number(values.calls),
  seed: Number(values.seed),
  onProgress: (done, faults) => {
    for (const fault of faults) console.error(fault);
    if (done % 5000 === 0) console.log(`${done} calls`);
  },
});
const seconds = Math.round((performance.now() - started) / 1000);
console.log(
  `${engine.kind}, seed ${report.seed}: ${report.calls} calls in ${seconds} s, ${report.faults.length} faults`,
);
console.log(`aims: ${JSON.stringify(report.byAim)}`);
console.log(`statuses: ${JSON.stringify(report.byStatus)}`);
console.log(`never done (only refusals seen): ${report.neverDone.join(', ') || 'none'}`);
console.log(`slowest answer: ${Math.round(report.slowest.ms)} ms, ${report.slowest.call}`);
process.exitCode = report.faults.length === 0 ? 0 : 1;
