import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenDocument } from '@hearth/contracts/documents/documents';
import { startApiProcess } from '#testing/api-process.ts';
import { openDocument, type DocumentClient } from '#testing/document-client.ts';
import { makeDocument } from '#testing/documents.ts';
import { findFreePort } from '#testing/free-port.ts';
import { joinTeam, makeTeam, signIn, type SignedIn } from '#testing/make.ts';
import { runDocumentWriter, waitUntil, type TypedText } from './document-writer.ts';

const WRITERS = 3;
/** Kills per document before the writers switch to a new document. */
const KILLS_IN_ONE = 20;
/** Maximum random delay before a kill, to avoid always killing directly after a response. */
const MOMENT_MS = 40;

interface DocumentChaosSettings {
  kills: number;
  /** Contains the embedded database, unless `databaseUrl` is set. */
  folder: string;
  databaseUrl?: string;
  random: () => number;
  /** Maximum number of acknowledged characters between kills. The actual number is random. */
  mostBetween: number;
  onProgress?: (text: string) => void;
}

interface DocumentChaosReport {
  kills: number;
  documents: number;
  typed: number;
  acknowledged: number;
  /** Characters that were acknowledged, but are missing in the document read from disk afterwards. */
  lost: string[];
  /** Characters that are duplicated, or were never typed. */
  doubled: string[];
  /** Documents that differ between readers. */
  apart: string[];
  /** Sorted start-up times after kills, until the process is ready, in ms. */
  readyMs: number[];
}

/** Kills the real server while three users write in one document, then checks for lost text and convergence. */
export async function runDocumentChaos(settings: DocumentChaosSettings): Promise<DocumentChaosReport> {
  const { folder, random, kills } = settings;
  mkdirSync(folder, { recursive: true });
  const env = {
    API_PORT: String(await findFreePort()),
    HEARTH_DATA: join(folder, 'data'),
    ...(settings.databaseUrl === undefined ? {} : { DATABASE_URL: settings.databaseUrl }),
  };
  let api = await startApiProcess(env);
  const [owner, ...others] = await Promise.all(
    Array.from({ length: WRITERS }, async (_, at) => await signIn(api, `writer${at}@example.com`)),
  );
  if (owner === undefined) throw new Error('No writers');
  const { _id: teamId } = await makeTeam(owner);
  await owner.post(`/dev/teams/${teamId}/plan`, { plan: 'pro' });
  for (const other of others) await joinTeam(owner, teamId, other);
  const texts: TypedText[] = [];
  for (let run = 0; run < Math.ceil(kills / KILLS_IN_ONE); run += 1) {
    const { id } = await makeDocument(owner, teamId);
    texts.push({ name: `${teamId}/${id}`, typed: new Set(), acknowledged: new Set() });
  }
  let kill = 0;
  let isOver = false;
  const text = (): TypedText => texts[Math.floor(Math.max(0, kill - 1) / KILLS_IN_ONE)] as TypedText;
  const people = [owner, ...others];
  const writing = people.map((client) =>
    runDocumentWriter({ client, text, random, shouldStop: () => isOver }),
  );
  const count = (): number => texts.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);
  const readyMs: number[] = [];
  while (kill < kills) {
    kill += 1;
    const enough = count() + 1 + Math.floor(random() * settings.mostBetween);
    await waitUntil(() => count() >= enough);
    await sleep(random() * MOMENT_MS);
    await api.end('SIGKILL');
    api = await startApiProcess(env);
    readyMs.push(api.readyMs);
    if (kill % 10 === 0) settings.onProgress?.(`${kill} kills, ${count()} acknowledged`);
  }
  isOver = true;
  const tabs = await Promise.all(writing);
  for (const tab of tabs) await waitUntil(() => tab.isAcknowledged);
  await api.end('SIGKILL');
  api = await startApiProcess(env);
  const findings = await compare(owner, texts, tabs);
  for (const tab of tabs) tab.close();
  await api.end('SIGTERM');
  return {
    ...findings,
    kills,
    documents: texts.length,
    typed: texts.reduce((sum, { typed }) => sum + typed.size, 0),
    acknowledged: count(),
    readyMs: readyMs.toSorted((a, b) => a - b),
  };
}

/** Compares the typed text with the current content, both as synced to a new tab and as returned by the API. */
async function compare(
  reader: SignedIn,
  texts: readonly TypedText[],
  tabs: readonly DocumentClient[],
): Promise<Pick<DocumentChaosReport, 'lost' | 'doubled' | 'apart'>> {
  const findings = { lost: [] as string[], doubled: [] as string[], apart: [] as string[] };
  for (const { name, typed, acknowledged } of texts) {
    const fresh = await openDocument(reader, name);
    const lines = fresh.lines.join('\n');
    for (const tab of tabs.filter(({ provider }) => provider.configuration.name === name)) {
      await waitUntil(() => tab.isAcknowledged);
      if (tab.lines.join('\n') !== lines) findings.apart.push(`${name}: a tab that wrote in it`);
    }
    fresh.close();
    const [teamId, documentId] = name.split('/');
    const path = `/teams/${teamId}/documents/${documentId}`;
    const served = (await reader.get<{ document: OpenDocument }>(path)).body.document.text;
    const sort = (one: string): string =>
      Array.from(one)
        .filter((char) => char > ' ')
        .toSorted()
        .join('');
    if (sort(served) !== sort(lines)) findings.apart.push(`${name}: the API`);
    const characters = Array.from(lines).filter((char) => char !== '\n');
    const once = new Set(characters);
    const named = (char: string): string => `${name}: ${char.codePointAt(0)?.toString(16)}`;
    findings.lost.push(...[...acknowledged].filter((char) => !once.has(char)).map(named));
    findings.doubled.push(...[...once].filter((char) => !typed.has(char)).map(named));
    if (characters.length > once.size) findings.doubled.push(`${name}: ${characters.length - once.size}`);
  }
  return findings;
}
