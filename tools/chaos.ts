import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runChaos } from '#api/testing/chaos/run-chaos.ts';
import { createPostgresDatabase } from '#api/testing/postgres-database.ts';

// Kills the server under many writers and compares what it had acknowledged with what is there.
// npm run lab -- chaos --kills 200 --engine pglite|postgres [--writers 20] [--between 150]

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    engine: { type: 'string', default: 'pglite' },
    writers: { type: 'string', default: '20' },
    between: { type: 'string', default: '150' },
  },
});
if (values.engine !== 'pglite' && values.engine !== 'postgres') {
  throw new Error('--engine is pglite or postgres');
}
const folder = mkdtempSync(join(tmpdir(), 'hearth-chaos-'));
const adminUrl = process.env['TEST_DATABASE_URL'] ?? 'postgres://root@127.0.0.1:5432/postgres';
const database = values.engine === 'postgres' ? await createPostgresDatabase(adminUrl) : null;
const started = performance.now();
const report = await runChaos({
  kills: Number(values.kills),
  writers: Number(values.writers),
  mostBetween: Number(values.between),
  folder,
  random: Math.random,
  onProgress: (text) => console.log(text),
  ...(database === null ? {} : { databaseUrl: database.url }),
});
await database?.remove();

const seconds = Math.round((performance.now() - started) / 1000);
const ready = (share: number): number =>
  Math.round(report.readyMs[Math.floor((report.readyMs.length - 1) * share)] ?? 0);
const problems = [...report.lost, ...report.doubled, ...report.torn, ...report.surprises];
for (const problem of problems.slice(0, 50)) console.error(problem);
console.log(
  `${values.engine}: ${report.kills} kills under ${values.writers} writers in ${seconds} s; ${report.acknowledged} acknowledged, ` +
    `${report.retries} sent again; ${report.lost.length} lost, ${report.doubled.length} doubled, ${report.torn.length} torn, ` +
    `${report.surprises.length} unexpected answers; ready again after ${ready(0.5)} ms (median), ${ready(1)} ms (worst).`,
);
if (problems.length === 0) rmSync(folder, { recursive: true, force: true });
else console.error(`What it left is in ${folder}.`);
process.exitCode = problems.length === 0 ? 0 : 1;
