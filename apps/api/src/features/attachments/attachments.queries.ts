import { sql, type RawBuilder } from 'kysely';
import type { TeamTx } from '#platform/db/index.ts';
import { instantJson } from '#platform/sql-json.ts';
import type { Attachment, AttachmentKind, AttachmentTable } from './attachment-kind.ts';

/** Builds the contract's JSON of a file, including the id of its object. Expects the kind's table aliased as `f`. */
export function attachmentJson<A extends Attachment>({
  table,
  field,
}: Pick<AttachmentKind, 'table' | 'field'>): RawBuilder<A> {
  return sql<A>`json_build_object(
    'id', f.id, ${sql.lit(field)}, f.${sql.ref(table.subject)}, 'name', f.name, 'type', f.type, 'bytes', f.bytes,
    'width', f.width, 'height', f.height, 'createdBy', f.created_by, 'createdAt', ${instantJson(sql`f.created_at`)})`;
}

/** Returns files, oldest first, one more than `limit` if more exist. */
export async function listAttachments(
  tx: TeamTx,
  kind: AttachmentKind,
  subjectId: string,
  { after, limit }: { after: { at: Date; id: string } | null; limit: number },
): Promise<Attachment[]> {
  const { rows } = await sql<{ attachment: Attachment }>`
    select ${attachmentJson(kind)} as attachment from ${sql.table(kind.table.name)} f
    where f.team_id = ${tx.teamId} and f.${sql.ref(kind.table.subject)} = ${subjectId} and f.deleted_at is null
      and ${after === null ? sql`true` : sql`(f.created_at, f.id) > (${after.at}, ${after.id}::uuid)`}
    order by f.created_at, f.id limit ${limit + 1}`.execute(tx);
  return rows.map((row) => row.attachment);
}

export async function countAttachments(
  tx: TeamTx,
  { name, subject }: AttachmentTable,
  subjectId: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(name)}
    where team_id = ${tx.teamId} and ${sql.ref(subject)} = ${subjectId} and deleted_at is null`.execute(tx);
  return rows[0]?.count ?? 0;
}

export interface FoundAttachment {
  attachment: Attachment;
  storageKey: string;
  deletedAt: Date | null;
  deletedBy: string | null;
}

export async function findAttachment(
  tx: TeamTx,
  kind: AttachmentKind,
  on: { subjectId: string; attachmentId: string },
): Promise<FoundAttachment | null> {
  const { copiedFrom } = kind.table;
  const isNamed = copiedFrom === undefined ? sql`false` : sql`f.${sql.ref(copiedFrom)} = ${on.attachmentId}`;
  const { rows } = await sql<FoundAttachment>`
    select ${attachmentJson(kind)} as attachment, f.storage_key as "storageKey", f.deleted_at as "deletedAt",
      f.deleted_by as "deletedBy"
    from ${sql.table(kind.table.name)} f
    where f.team_id = ${tx.teamId} and f.${sql.ref(kind.table.subject)} = ${on.subjectId}
      and (f.id = ${on.attachmentId} or ${isNamed})
    order by f.id = ${on.attachmentId} desc limit 1`.execute(tx);
  return rows[0] ?? null;
}

export async function isAttachment(
  tx: TeamTx,
  { name, copiedFrom }: AttachmentTable,
  id: string,
): Promise<boolean> {
  const isNamed = copiedFrom === undefined ? sql`false` : sql`${sql.ref(copiedFrom)} = ${id}`;
  const { rows } = await sql`
    select from ${sql.table(name)} where team_id = ${tx.teamId} and (id = ${id} or ${isNamed}) limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}

export async function insertAttachment(
  tx: TeamTx,
  { name, subject }: AttachmentTable,
  subjectId: string,
  file: Attachment,
  storageKey: string,
): Promise<void> {
  await sql`
    insert into ${sql.table(name)} (team_id, id, ${sql.ref(subject)}, name, type, bytes, width, height, storage_key,
      created_by, created_at)
    values (${tx.teamId}, ${file.id}, ${subjectId}, ${file.name}, ${file.type}, ${file.bytes}, ${file.width},
      ${file.height}, ${storageKey}, ${file.createdBy}, ${new Date(file.createdAt)})`.execute(tx);
}

export async function renameAttachment(
  tx: TeamTx,
  table: AttachmentTable,
  { id, name }: { id: string; name: string },
): Promise<void> {
  await sql`
    update ${sql.table(table.name)} set name = ${name} where team_id = ${tx.teamId} and id = ${id}`.execute(
    tx,
  );
}

/** Soft-deletes or restores a file. @param deleted null to restore the file */
export async function setAttachmentDeleted(
  tx: TeamTx,
  table: AttachmentTable,
  id: string,
  deleted: { at: Date; by: string } | null,
): Promise<void> {
  await sql`
    update ${sql.table(table.name)} set deleted_at = ${deleted?.at ?? null}, deleted_by = ${deleted?.by ?? null}
    where team_id = ${tx.teamId} and id = ${id}`.execute(tx);
}

/**
 * Purges up to `limit` files deleted before `before`, skipping locked rows. @returns their storage keys; fewer than `limit` means that this
 * was the last batch
 */
export async function purgeAttachments(
  tx: TeamTx,
  { table }: AttachmentKind,
  { before, limit }: { before: Date; limit: number },
): Promise<string[]> {
  const files = sql.table(table.name);
  const { rows } = await sql<{ key: string }>`
    delete from ${files} where team_id = ${tx.teamId} and id = any (array(
      select id from ${files} where team_id = ${tx.teamId} and deleted_at < ${before}
      order by id limit ${limit} for update skip locked)) returning storage_key as key`.execute(tx);
  return rows.map(({ key }) => key);
}

/** Purges all files of purged objects. @returns their storage keys */
export async function deleteAttachmentsOf(
  tx: TeamTx,
  { table }: AttachmentKind,
  subjectIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    delete from ${sql.table(table.name)}
    where team_id = ${tx.teamId} and ${sql.ref(table.subject)} = any (${[...subjectIds]}::uuid[])
    returning storage_key as key`.execute(tx);
  return rows.map(({ key }) => key);
}
