import { sql, type RawBuilder } from 'kysely';
import type { Attachment } from '@hearth/contracts/attachments/attachments';
import type { Scope } from '#platform/commands/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import { instantJson } from '#platform/sql-json.ts';
import { taskScope } from '#features/tasks/model/tasks.queries.ts';

/** The contract's shape of `attachments f`. */
export const attachmentJson: RawBuilder<Attachment> = sql<Attachment>`json_build_object(
  'id', f.id, 'taskId', f.task_id, 'name', f.name, 'type', f.type, 'bytes', f.bytes, 'width', f.width,
  'height', f.height, 'createdBy', f.created_by, 'createdAt', ${instantJson(sql`f.created_at`)})`;

/** One more than `limit`, the oldest first. */
export async function listAttachments(
  tx: TeamTx,
  teamId: string,
  taskId: string,
  { after, limit }: { after: { at: Date; id: string } | null; limit: number },
): Promise<Attachment[]> {
  const { rows } = await sql<{ attachment: Attachment }>`
    select ${attachmentJson} as attachment from attachments f
    where f.team_id = ${teamId} and f.task_id = ${taskId} and f.deleted_at is null
      and ${after === null ? sql`true` : sql`(f.created_at, f.id) > (${after.at}, ${after.id}::uuid)`}
    order by f.created_at, f.id limit ${limit + 1}`.execute(tx);
  return rows.map((row) => row.attachment);
}

export interface HeldTask {
  projectId: string | null;
  createdBy: string | null;
  /** The file that is its cover, or was until it was taken off the task. */
  coverId: string | null;
}

/** Holds a live task whose files are changed, so that nobody else changes them meanwhile; null = it is not there. */
export async function holdTaskForFiles(tx: TeamTx, teamId: string, taskId: string): Promise<HeldTask | null> {
  const { rows } = await sql<HeldTask>`
    select project_id as "projectId", created_by as "createdBy", cover_id as "coverId" from tasks
    where team_id = ${teamId} and id = ${taskId} and deleted_at is null for no key update`.execute(tx);
  return rows[0] ?? null;
}

export async function countAttachments(tx: TeamTx, teamId: string, taskId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from attachments
    where team_id = ${teamId} and task_id = ${taskId} and deleted_at is null`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Holds what all files of a team share, their room, until the transaction ends. */
export async function holdStorage(tx: TeamTx, teamId: string): Promise<void> {
  await sql`select id from teams where id = ${teamId} for no key update`.execute(tx);
}

/** Bytes of all files of a team; those that were taken off their tasks do not count. */
export async function countStoredBytes(tx: TeamTx, teamId: string): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    select coalesce(sum(bytes), 0)::text as bytes from attachments
    where team_id = ${teamId} and deleted_at is null`.execute(tx);
  return Number(rows[0]?.bytes ?? 0);
}

export interface FoundAttachment {
  attachment: Attachment;
  storageKey: string;
  deletedAt: Date | null;
  deletedBy: string | null;
}

export async function findAttachment(
  tx: TeamTx,
  teamId: string,
  taskId: string,
  id: string,
): Promise<FoundAttachment | null> {
  const { rows } = await sql<FoundAttachment>`
    select ${attachmentJson} as attachment, f.storage_key as "storageKey", f.deleted_at as "deletedAt",
      f.deleted_by as "deletedBy"
    from attachments f where f.team_id = ${teamId} and f.task_id = ${taskId} and f.id = ${id}`.execute(tx);
  return rows[0] ?? null;
}

export async function isAttachment(tx: TeamTx, teamId: string, id: string): Promise<boolean> {
  const { rows } = await sql`select from attachments where team_id = ${teamId} and id = ${id}`.execute(tx);
  return rows.length > 0;
}

export async function insertAttachment(
  tx: TeamTx,
  teamId: string,
  attachment: Attachment,
  storageKey: string,
): Promise<void> {
  await tx
    .insertInto('attachments')
    .values({
      team_id: teamId,
      id: attachment.id,
      task_id: attachment.taskId,
      name: attachment.name,
      type: attachment.type,
      bytes: attachment.bytes,
      width: attachment.width,
      height: attachment.height,
      storage_key: storageKey,
      created_by: attachment.createdBy,
      created_at: new Date(attachment.createdAt),
      deleted_at: null,
      deleted_by: null,
    })
    .execute();
}

export async function renameAttachment(tx: TeamTx, teamId: string, id: string, name: string): Promise<void> {
  await tx
    .updateTable('attachments')
    .set({ name })
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .execute();
}

/** @param deleted null = it is back */
export async function setAttachmentDeleted(
  tx: TeamTx,
  teamId: string,
  id: string,
  deleted: { at: Date; by: string } | null,
): Promise<void> {
  await tx
    .updateTable('attachments')
    .set({ deleted_at: deleted?.at ?? null, deleted_by: deleted?.by ?? null })
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .execute();
}

/**
 * Rows of the log: the files on these live tasks.
 * @param condition over `tasks t`
 * @param prevScope who could see them before, where that differs
 */
export function putAttachmentRows(
  teamId: string,
  condition: RawBuilder<unknown>,
  prevScope: Scope | null = null,
): RawBuilder<unknown> {
  return sql`
    select 'attachment' as entity, f.id as entity_id, 'put' as op, ${attachmentJson}::jsonb as data,
      ${taskScope} as scope, ${prevScope}::text as prev_scope
    from attachments f join tasks t on t.team_id = f.team_id and t.id = f.task_id
    where f.team_id = ${teamId} and f.deleted_at is null and t.deleted_at is null and ${condition}
    order by f.task_id, f.created_at, f.id`;
}

/** Which of these files are still on a task, or may come back to one. */
export async function listKeptFiles(
  tx: TeamTx,
  teamId: string,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    select storage_key as key from attachments
    where team_id = ${teamId} and storage_key = any (${[...keys]}::text[])`.execute(tx);
  return new Set(rows.map(({ key }) => key));
}

export async function listTeamFiles(tx: TeamTx, teamId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('attachments')
    .select('storage_key')
    .where('team_id', '=', teamId)
    .execute();
  return rows.map((row) => row.storage_key);
}

/** Deletes for good what was taken off its task before this moment. @returns their files; fewer than `limit` = none is left */
export async function purgeAttachments(
  tx: TeamTx,
  teamId: string,
  before: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    delete from attachments where team_id = ${teamId} and id = any (array(
      select id from attachments where team_id = ${teamId} and deleted_at < ${before}
      order by id limit ${limit} for update skip locked)) returning storage_key as key`.execute(tx);
  return rows.map(({ key }) => key);
}

/** The same for all files of tasks that go for good. */
export async function deleteAttachmentsOf(
  tx: TeamTx,
  teamId: string,
  taskIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    delete from attachments where team_id = ${teamId} and task_id = any (${[...taskIds]}::uuid[])
    returning storage_key as key`.execute(tx);
  return rows.map(({ key }) => key);
}
