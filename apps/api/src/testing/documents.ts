import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Document } from '@hearth/contracts/documents/documents';
import type { TeamTx } from '#platform/db/index.ts';
import { readSync } from './feed-client.ts';
import type { Client } from './make.ts';

export async function makeDocument(
  client: Client,
  teamId: string,
  fields: Record<string, unknown> = {},
): Promise<Document> {
  const path = `/teams/${teamId}/documents`;
  const { status, body } = await client.post<{ document: Document }>(path, {
    title: 'A document',
    ...fields,
  });
  if (status !== 201) throw new Error(`Refused: ${status} ${JSON.stringify(body)}`);
  return body.document;
}

/** Reads the documents in a user's snapshot. */
export async function readDocuments(client: Client, teamId: string): Promise<Document[]> {
  const { changes } = await readSync(client, teamId);
  return changes.flatMap((change) =>
    change.entity === 'document' && change.op === 'put' ? [change.data] : [],
  );
}

/** Inserts a document's row without writing to the log. */
export async function insertBareDocument(tx: TeamTx): Promise<string> {
  const id = randomUUID();
  await sql`
    insert into documents (team_id, id, root_id, title, position, created_at, updated_at)
    values (${tx.teamId}, ${id}, ${id}, 'Notes', 'a0', now(), now())`.execute(tx);
  return id;
}
