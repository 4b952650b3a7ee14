import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runChaos } from '#api/testing/chaos/run-chaos.ts';
import { runDocumentChaos } from '#api/testing/chaos/run-document-chaos.ts';
import { createPostgresDatabase } from '#api/testing/postgres-database.ts';

// Kills the server under many concurrent writers and compares the acknowledged writes with the stored data.
// npm run lab -- chaos --kills 200 --engine pglite|postgres [--of tasks|documents] [--writers 20] [--between 150]

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    engine: { type: 'string', default: 'pglite' },
    of: { type: 'string', default: 'tasks' },
    writers: { type: 'string', default: '20' },
    between: { type: 'string', default: '150' },
  },
});
if (values.engine !== 'pglite' && values.engine !== 'postgres') {
  throw new Error('--engine must be pglite or postgres');
}
if (values.of !== 'tasks' && values.of !== 'documents') throw new Error('--of must be tasks or documents');
const folder = mkdtempSync(join(tmpdir(), 'hearth-chaos-'));
const adminUrl = process.env['TEST_DATABASE_URL'] ?? 'postgres://root@127.0.0.1:5432/postgres';
const database = values.engine === 'postgres' ? await createPostgresDatabase(adminUrl) : null;
const started = performance.now();
const problems = values.of === 'tasks' ? await killUnderTasks() : await killUnderDocuments();
await database?.remove();
if (problems.length === 0) rmSync(folder, { recursive: true, force: true });
else console.error(`The data was kept in ${folder}.`);
process.exitCode = problems.length === 0 ? 0 : 1;

function readSettings() {
  return {
    kills: Number(values.kills),
    mostBetween: Number(values.between),
    folder,
    random: Math.random,
    onProgress: (text: string) => console.log(text),
    ...(database === null ? {} : { databaseUrl: database.url }),
  };
}

async function killUnderTasks(): Promise<string[]> {
  const report = await runChaos({ ...readSettings(), writers: Number(values.writers) });
  const found = [...report.lost, ...report.doubled, ...report.torn, ...report.surprises];
  printReport(
    report,
    `${values.writers} writers`,
    `${report.acknowledged} acknowledged, ${report.retries} sent again; ${report.lost.length} lost, ` +
      `${report.doubled.length} doubled, ${report.torn.length} torn, ${report.surprises.length} unexpected answers`,
    found,
  );
  return found;
}

async function killUnderDocuments(): Promise<string[]> {
  const report = await runDocumentChaos(readSettings());
  const found = [...report.lost, ...report.doubled, ...report.apart];
  printReport(
    report,
    'three who write together',
    `${report.typed} characters typed in ${report.documents} documents, ${report.acknowledged} acknowledged; ` +
      `${report.lost.length} lost, ${report.doubled.length} doubled, ${report.apart.length} seen otherwise by somebody`,
    found,
  );
  return found;
}

function printReport(
  { kills, readyMs }: { kills: number; readyMs: readonly number[] },
  writers: string,
  what: string,
  found: readonly string[],
): void {
  for (const problem of found.slice(0, 50)) console.error(problem);
  const seconds = Math.round((performance.now() - started) / 1000);
  const ready = (share: number): number => Math.round(readyMs[Math.floor((readyMs.length - 1) * share)] ?? 0);
  console.log(
    `${values.engine}: ${kills} kills under ${writers} in ${seconds} s; ${what}; ` +
      `ready again after ${ready(0.5)} ms (median), ${ready(1)} ms (worst).`,
  );
}
