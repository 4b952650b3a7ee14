import type { TeamTx } from '#platform/db/index.ts';

/** Where files on documents are kept. */
export const DOCUMENT_FILES = { name: 'document_attachments', subject: 'document_id' } as const;

/** Is this a file on this document, which was not taken off it? */
export async function hasFile(tx: TeamTx, documentId: string, fileId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('document_attachments')
    .select('id')
    .where('team_id', '=', tx.teamId)
    .where('id', '=', fileId)
    .where('document_id', '=', documentId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}
