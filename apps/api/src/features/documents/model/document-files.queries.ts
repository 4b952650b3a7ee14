import { sql } from 'kysely';
import type { Command } from '#platform/commands/index.ts';
import type { TeamTx } from '#platform/db/index.ts';

/** The table of files on documents and its subject column. */
export const DOCUMENT_FILES = {
  name: 'document_attachments',
  subject: 'document_id',
  copiedFrom: 'copied_from',
} as const;

/**
 * Copies files between documents: inserts new rows for the same stored bytes. The stored bytes are kept when the originals are deleted. The
 * content of a copy refers to a file by its original id (`copied_from`).
 * @param only copies only this file, to which the content of the copy refers as `name`
 */
export async function copyFiles(
  command: Command,
  copies: readonly { fromId: string; toId: string }[],
  only: { fileId: string; name: string } | null = null,
): Promise<void> {
  const { tx, userId, now } = command;
  const froms = copies.map(({ fromId }) => fromId);
  // Lock the rows: a concurrent permanent deletion would remove the stored bytes.
  const { rows } = await sql<{ id: string; documentId: string }>`
    select id, document_id as "documentId" from document_attachments
    where team_id = ${tx.teamId} and document_id = any (${froms}::uuid[]) and deleted_at is null
      and ${only === null ? sql`true` : sql`id = ${only.fileId}::uuid`}
    order by id for share`.execute(tx);
  if (rows.length === 0) return;
  const name = sql`coalesce(${only?.name ?? null}::uuid, f.copied_from, f.id)`;
  const copyRows = copies.flatMap(({ fromId, toId }) =>
    rows
      .filter(({ documentId }) => documentId === fromId)
      .map(({ id }) => ({ of: id, id: command.newId(), document_id: toId })),
  );
  await sql`
    insert into document_attachments (team_id, id, document_id, name, type, bytes, width, height, storage_key, created_by,
      created_at, copied_from)
    select f.team_id, c.id, c.document_id, f.name, f.type, f.bytes, f.width, f.height, f.storage_key, ${userId}::uuid,
      ${now}::timestamptz, ${name}
    from jsonb_to_recordset(${JSON.stringify(copyRows)}::jsonb) as c (of uuid, id uuid, document_id uuid)
    join document_attachments f on f.team_id = ${tx.teamId} and f.id = c.of
    where not exists (select from document_attachments o where o.team_id = f.team_id and o.document_id = c.document_id
      and o.id = ${name})
    on conflict (team_id, copied_from, document_id) where copied_from is not null do nothing`.execute(tx);
}

/** Restores a file that was removed from its document. */
export async function putFileBack(tx: TeamTx, fileId: string): Promise<void> {
  await tx
    .updateTable('document_attachments')
    .set({ deleted_at: null, deleted_by: null })
    .where('team_id', '=', tx.teamId)
    .where('id', '=', fileId)
    .execute();
}

/** Whether the document has this file, or a copy of it, that was not removed. */
export async function hasFile(tx: TeamTx, documentId: string, fileId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('document_attachments')
    .select('id')
    .where('team_id', '=', tx.teamId)
    .where((is) => is.or([is('id', '=', fileId), is('copied_from', '=', fileId)]))
    .where('document_id', '=', documentId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}
