import type { Document } from '@hearth/contracts/documents/documents';
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

/** The documents that a person's copy begins with. */
export async function readDocuments(client: Client, teamId: string): Promise<Document[]> {
  const { changes } = await readSync(client, teamId);
  return changes.flatMap((change) =>
    change.entity === 'document' && change.op === 'put' ? [change.data] : [],
  );
}
