import { sql } from 'kysely';
import type { Document } from '@hearth/contracts/documents/documents';
import type { TeamTx } from '#platform/db/index.ts';
import { documentJson } from '#features/documents/model/documents.queries.ts';

/** Returns the private documents that a user manages, including those in the trash. Locks their rows. */
export async function lockPrivateDocumentsOf(tx: TeamTx, userId: string): Promise<Document[]> {
  const { rows } = await sql<{ document: Document }>`
    select ${documentJson} as document from documents d
    where d.team_id = ${tx.teamId} and d.is_private and d.id in (
      select g.document_id from document_grants g
      where g.team_id = ${tx.teamId} and g.user_id = ${userId} and g.level = 'manage')
    order by d.id for no key update`.execute(tx);
  return rows.map(({ document }) => document);
}
