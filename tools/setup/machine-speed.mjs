// @ts-check
// A program of its own, so that the Node of the lockfile measures, whichever Node runs tools/test.mjs: prints the slowness.
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { productNode, run } from './run.mjs';

// A burst of the workload on the machine on which the budgets of tools/test.mjs were measured (two cores of an AMD EPYC, Node 24,
// nothing beside it): the least of 100.
const REFERENCE_MS = 18;
const BURSTS = 12;
const LIMIT_MS = 60_000;
const file = fileURLToPath(import.meta.url);

/**
 * How many times slower this machine is at the moment than the one on which the budgets were measured, never below 1.
 * A virtual machine shares its cores with strangers, and its own counters do not show it: one was seen at two fifths of its speed.
 * @returns {Promise<number>}
 */
export async function measureSlowness() {
  const { code, output } = await run(productNode, [file, 'measure'], { quiet: true, timeoutMs: LIMIT_MS });
  const slowness = Number(output.trim());
  return code === 0 && slowness >= 1 ? slowness : 1;
}

/** What programs do, in small: text into objects, objects sorted, and into text again. @param {string} text */
function runBurst(text) {
  const startedAt = performance.now();
  for (let turn = 0; turn < 20; turn += 1) {
    /** @type {{ key: string }[]} */
    const rows = JSON.parse(text);
    JSON.stringify(rows.sort((a, b) => (a.key < b.key ? -1 : 1)));
  }
  return performance.now() - startedAt;
}

/** The mean of a core's bursts in milliseconds, once the code is compiled. */
function measureCore() {
  const rows = Array.from({ length: 1500 }, (_, i) => ({
    id: i,
    key: String((i * 7919) % 1500),
    title: `Task ${i}`,
    labels: [i % 7, i % 11],
  }));
  const text = JSON.stringify(rows);
  for (let i = 0; i < 6; i += 1) runBurst(text);
  let total = 0;
  for (let i = 0; i < BURSTS; i += 1) total += runBurst(text);
  return total / BURSTS;
}

/** Every core at once, as the tests use them. @returns {Promise<number[]>} */
function measureCores() {
  return Promise.all(
    Array.from(
      { length: availableParallelism() },
      () =>
        new Promise((resolve, reject) => {
          const worker = new Worker(file);
          worker.once('message', resolve);
          worker.once('error', reject);
        }),
    ),
  );
}

if (!isMainThread) parentPort?.postMessage(measureCore());
else if (process.argv[1] === file && process.argv[2] === 'measure') {
  const cores = await measureCores();
  const mean = cores.reduce((sum, ms) => sum + ms, 0) / cores.length;
  console.log(Math.max(1, mean / REFERENCE_MS).toFixed(2));
}
