// The cost of creating and opening documents through the API on PostgreSQL. Needs the built product (`npm run build`) and
// TEST_DATABASE_URL, a PostgreSQL server that permits creating databases.
import { randomUUID } from 'node:crypto';
import type { Document } from '@hearth/contracts/documents/documents';
import type { SignedIn } from '#api/testing/make.ts';
import { analyze } from '#bench/backends.ts';
import { Caller, drive, measureBare, printFigures, type CallResponse } from '#bench/calls.ts';
import { withDocuments, writeBlocks, type Workplace } from './shared-documents.ts';

const CALLS = 2000;
const CLIENTS = 16;
const BLOCKS = 60;

async function measure({ product, teamId, people, databaseUrl }: Workplace): Promise<void> {
  const [owner] = people as [SignedIn];
  const caller = new Caller(product.apiOrigin, product.webOrigin);
  caller.cookie = [...owner.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ');
  const measured = { pid: product.pid, databaseUrl: databaseUrl ?? '' };
  const path = `/teams/${teamId}/documents`;
  const markdown = writeBlocks(BLOCKS);
  const documentIds: string[] = [];
  const create = async (fields: object): Promise<CallResponse> => {
    const body = { id: randomUUID(), ...fields };
    const answer = await caller.call('POST', path, body, { 'idempotency-key': randomUUID() });
    if (answer.status === 201) documentIds.push((answer.body as { document: Document }).document.id);
    return answer;
  };
  const createEmpty = (at: number): Promise<CallResponse> => create({ title: `Document ${at}` });
  const createWritten = (at: number): Promise<CallResponse> => create({ title: `Written ${at}`, markdown });
  const open = (at: number): Promise<CallResponse> =>
    caller.call('GET', `${path}/${documentIds[at % documentIds.length]}`);
  try {
    await drive(measured, 400, 4, createEmpty);
    await drive(measured, 40, 4, createWritten);
    const bare = await measureBare(CALLS, CLIENTS);
    printFigures(
      `create a document, ${CLIENTS} clients`,
      await drive(measured, CALLS, CLIENTS, createEmpty),
      bare,
    );
    documentIds.length = 0;
    const written = await drive(measured, CALLS / 5, CLIENTS, createWritten);
    printFigures(`create one of ${BLOCKS} blocks, ${CLIENTS} clients`, written, bare);
    await analyze(measured.databaseUrl);
    await drive(measured, 400, 4, open);
    printFigures(
      `open one of ${BLOCKS} blocks, ${CLIENTS} clients`,
      await drive(measured, CALLS, CLIENTS, open),
      bare,
    );
  } finally {
    caller.close();
  }
}

if (process.env['TEST_DATABASE_URL'] === undefined) {
  console.log('Skipped: set TEST_DATABASE_URL to a PostgreSQL server where databases can be created.');
} else {
  await withDocuments(measure);
}
