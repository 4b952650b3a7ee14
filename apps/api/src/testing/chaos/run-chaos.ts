import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Status } from '@hearth/contracts/tasks/tasks';
import { openDatabase } from '#platform/db/index.ts';
import { createLogger } from '#platform/log.ts';
import { startApiProcess, type ApiProcess } from '#testing/api-process.ts';
import { Client, joinTeam, makeProject, makeTeam, signIn } from '#testing/make.ts';
import { findFreePort } from '#testing/free-port.ts';
import { checkChaos, type ChaosFindings } from './check-chaos.ts';
import { openLedger } from './ledger.ts';
import { runWriter } from './writer.ts';

/** Number of seats in the Pro plan. If there are more writers, users use several browsers. */
const PEOPLE = 10;
/** Maximum random delay before a kill, to avoid always killing directly after a response. */
const MOMENT_MS = 40;

interface ChaosSettings {
  kills: number;
  writers: number;
  /** Contains the ledger and, without `databaseUrl`, the embedded database. */
  folder: string;
  databaseUrl?: string;
  random: () => number;
  /** Maximum number of acknowledged requests between kills. The actual number is random. */
  mostBetween: number;
  onProgress?: (text: string) => void;
}

interface ChaosReport extends ChaosFindings {
  kills: number;
  acknowledged: number;
  retries: number;
  surprises: string[];
  /** Sorted start-up times after kills, until the process is ready, in ms. */
  readyMs: number[];
}

/** Repeatedly kills the real server under load, then checks for lost, duplicate or torn writes. */
export async function runChaos(settings: ChaosSettings): Promise<ChaosReport> {
  const { folder, random } = settings;
  mkdirSync(folder, { recursive: true });
  const env = {
    API_PORT: String(await findFreePort()),
    HEARTH_DATA: join(folder, 'data'),
    ...(settings.databaseUrl === undefined ? {} : { DATABASE_URL: settings.databaseUrl }),
  };
  const ledger = openLedger(join(folder, 'ledger.jsonl'));
  let api = await startApiProcess(env);
  const { teamId, clients, projectIds, statusIds } = await prepareTeam(api, settings.writers);
  let isOver = false;
  const writing = clients.map((client, number) =>
    runWriter({ number, client, teamId, projectIds, statusIds, ledger, random, shouldStop: () => isOver }),
  );
  const readyMs: number[] = [];
  for (let kill = 1; kill <= settings.kills; kill += 1) {
    const enough = ledger.count + 1 + Math.floor(random() * settings.mostBetween);
    while (ledger.count < enough) await sleep(2);
    await sleep(random() * MOMENT_MS);
    await api.end('SIGKILL');
    api = await startApiProcess(env);
    readyMs.push(api.readyMs);
    if (kill % 10 === 0) settings.onProgress?.(`${kill} kills, ${ledger.count} acknowledged`);
  }
  isOver = true;
  const reports = await Promise.all(writing);
  await api.end('SIGTERM');

  const db = await openDatabase({
    dataFolder: env.HEARTH_DATA,
    databaseUrl: settings.databaseUrl,
    logger: createLogger({ level: 'silent' }),
    rowLimit: Number.MAX_SAFE_INTEGER,
    deadlineMs: 60_000,
  });
  const entries = ledger.readAll();
  const findings = await checkChaos(db, teamId, entries);
  await db.close();
  ledger.close();
  return {
    ...findings,
    kills: settings.kills,
    acknowledged: entries.length,
    retries: reports.reduce((sum, report) => sum + report.retries, 0),
    surprises: reports.flatMap((report) => report.surprises),
    readyMs: readyMs.sort((a, b) => a - b),
  };
}

async function prepareTeam(api: ApiProcess, writers: number) {
  const people = await Promise.all(
    Array.from({ length: Math.min(PEOPLE, writers) }, (_, i) => signIn(api, `writer${i}@example.com`)),
  );
  const [owner, ...others] = people;
  if (owner === undefined) throw new Error('No writers');
  const { _id: teamId } = await makeTeam(owner);
  await owner.post(`/dev/teams/${teamId}/plan`, { plan: 'pro' });
  for (const other of others) await joinTeam(owner, teamId, other);
  const projectIds = [await makeProject(owner, teamId), await makeProject(owner, teamId, { name: 'Garden' })];
  const { body } = await owner.get<{ statuses: Status[] }>(`/teams/${teamId}/statuses`);
  const clients = Array.from({ length: writers }, (_, i) => {
    const client = new Client(api);
    for (const [name, cookie] of people[i % people.length]?.cookies ?? []) client.cookies.set(name, cookie);
    return client;
  });
  return {
    teamId,
    clients,
    projectIds: projectIds.map((project) => project.id),
    statusIds: body.statuses.map((status) => status.id),
  };
}
