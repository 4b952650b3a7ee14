// What a long log of a document takes until it is put together, in the thread that does it.
import { Compactor } from '#api/features/documents/index.ts';
import { typeLog } from '#api/testing/document-log.ts';
import { percentile, print } from '#bench/figures.ts';

const UPDATES = 10_000;
const RUNS = 7;

const compactor = new Compactor();
try {
  const updates = typeLog(UPDATES);
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const began = performance.now();
    const { lost } = await compactor.compact({ state: null, updates });
    times.push(performance.now() - began);
    if (lost > 0) throw new Error(`${lost} updates could not be applied.`);
  }
  const [first = Number.NaN, ...others] = times;
  print(`${UPDATES} updates put together, median of ${others.length}`, percentile(others, 0.5), 'ms');
  print('the same, the first time, the thread begun with it', first, 'ms');
} finally {
  await compactor.close();
}
