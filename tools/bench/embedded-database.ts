// Prints what the embedded database costs on this machine: node tools/bench/embedded-database.ts
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { assertHealthy, openDatabase } from '@hearth/api/src/platform/db/index.ts';
import { createLogger } from '@hearth/api/src/platform/log.ts';

const TRANSACTIONS = 300;
const logger = createLogger({ level: 'error' });
const dataFolder = await mkdtemp(join(tmpdir(), 'hearth-bench-'));

function readMegabytes(): number {
  return Math.round(process.memoryUsage.rss() / 1e6);
}

async function measure<T>(name: string, run: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const cpu = process.cpuUsage();
  const result = await run();
  const { user, system } = process.cpuUsage(cpu);
  const wall = Math.round(performance.now() - start);
  console.log(
    `${name}: ${wall} ms, CPU ${Math.round((user + system) / 1000)} ms, resident ${readMegabytes()} MB`,
  );
  return result;
}

const first = await measure('first start', () => openDatabase({ dataFolder, logger }));
await first.close();
const db = await measure('second start', () => openDatabase({ dataFolder, logger, deadlineMs: 5_000 }));
await sleep(5_000);
console.log(`idle after 5 s: resident ${readMegabytes()} MB`);
await measure(`${TRANSACTIONS} small transactions`, async () => {
  for (let count = 0; count < TRANSACTIONS; count += 1) await assertHealthy(db);
});
await measure('dump while serving', () => db.dump());
await measure('stop with a dump', () => db.close());
await rm(dataFolder, { recursive: true });
