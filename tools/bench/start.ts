import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '#api/testing/free-port.ts';
import { measureTree, percentile, print } from './figures.ts';
import { runProduct } from './product.ts';

// Start-up time and idle memory of the product, compared to a bare node:http server started the same way.
const RUNS = 5;
const SETTLE_MS = 3000;

async function startBare(): Promise<{ ms: number; rssMb: number }> {
  const port = await findFreePort();
  const began = performance.now();
  const code = `require('node:http').createServer((q, s) => s.end('ok')).listen(${port}, 'localhost')`;
  const child = spawn(process.execPath, ['-e', code], { stdio: 'ignore' });
  while (
    !(await fetch(`http://localhost:${port}`).then(
      (answer) => answer.ok,
      () => false,
    ))
  )
    await sleep(5);
  const ms = performance.now() - began;
  const { rssMb } = measureTree(child.pid ?? 0);
  child.kill('SIGKILL');
  return { ms, rssMb };
}

async function measureStarts(name: string, env: Record<string, string>): Promise<void> {
  const bare = [];
  const starts: number[] = [];
  let idle = { rssMb: 0, cpuMs: 0 };
  const first = await runProduct(env);
  await first.stop();
  for (let run = 0; run < RUNS; run += 1) {
    bare.push(await startBare());
    const product = await runProduct(env);
    starts.push(product.healthyMs);
    if (run === RUNS - 1) {
      await sleep(SETTLE_MS);
      idle = measureTree(product.pid);
    }
    await product.stop();
  }
  const bareMs = percentile(
    bare.map((one) => one.ms),
    0.5,
  );
  const bareMb = percentile(
    bare.map((one) => one.rssMb),
    0.5,
  );
  print(`${name}: first start, database made`, first.healthyMs, 'ms');
  print(`${name}: second start to healthy, median of ${RUNS}`, percentile(starts, 0.5), 'ms', {
    name: 'a bare server',
    value: bareMs,
  });
  print(`${name}: idle memory, database included where embedded`, idle.rssMb, 'MB', {
    name: 'a bare server',
    value: bareMb,
  });
}

const data = await mkdtemp(join(tmpdir(), 'hearth-bench-'));
try {
  await measureStarts('embedded', { HEARTH_DATA: data });
  const databaseUrl = process.env['BENCH_DATABASE_URL'];
  if (databaseUrl === undefined)
    console.log('PostgreSQL: set BENCH_DATABASE_URL to an empty database to measure it.');
  else await measureStarts('PostgreSQL', { HEARTH_DATA: data, DATABASE_URL: databaseUrl });
} finally {
  await rm(data, { recursive: true, force: true });
}
