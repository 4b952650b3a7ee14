import { sql } from 'kysely';
import { deleteAttachmentsOf } from '#features/attachments/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import { deleteFavouritesOf } from '#features/documents/model/document-favourites.queries.ts';
import { documentAttachments } from '#features/documents/model/document-attachments.ts';

/**
 * Permanently deletes documents trashed before the given time, with all dependent rows. Skips locked rows because their documents are being
 * restored.
 * @returns the files and the number of deleted documents; fewer than `limit` means that this was the last batch
 */
export async function purgeDocuments(
  tx: TeamTx,
  { before, limit }: { before: Date; limit: number },
): Promise<{ count: number; files: string[] }> {
  const due = await tx
    .selectFrom('documents')
    .select('id')
    .where('team_id', '=', tx.teamId)
    .where('deleted_at', '<', before)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  const ids = due.map(({ id }) => id);
  if (ids.length === 0) return { count: 0, files: [] };
  const files = await deleteAttachmentsOf(tx, documentAttachments, ids);
  await deleteFavouritesOf(tx, ids);
  await sql`delete from document_grants where team_id = ${tx.teamId} and document_id = any (${ids}::uuid[])`.execute(
    tx,
  );
  // Detach children that were trashed separately. If restored, they move to the top level.
  await sql`
    update documents set parent_id = null
    where team_id = ${tx.teamId} and parent_id = any (${ids}::uuid[]) and id <> all (${ids}::uuid[])`.execute(
    tx,
  );
  await sql`
    update documents set parent_id = null where team_id = ${tx.teamId} and id = any (${ids}::uuid[])`.execute(
    tx,
  );
  await sql`delete from documents where team_id = ${tx.teamId} and id = any (${ids}::uuid[])`.execute(tx);
  return { count: ids.length, files };
}
