import { sql, type RawBuilder } from 'kysely';
import type { Comment, EarlierText } from '@hearth/contracts/comments/comments';
import { wasVisible } from '#features/history/index.ts';
import type { VisibleProjects } from '#features/projects/index.ts';
import type { Scope } from '#platform/commands/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import { instantJson } from '#platform/sql-json.ts';

/** The contract's JSON of a comment. Expects `task_comments` aliased as `c`. */
export const commentJson = sql<Comment>`json_build_object(
  'id', c.id, 'taskId', c.task_id, 'parentId', c.parent_id,
  'body', case when c.deleted_at is null then c.body else '' end,
  'createdBy', c.created_by, 'createdAt', ${instantJson(sql`c.created_at`)}, 'editedAt', ${instantJson(sql`c.edited_at`)},
  'deletedAt', ${instantJson(sql`c.deleted_at`)}, 'reactions', (
    select coalesce(json_agg(json_build_object('emoji', k.emoji, 'userIds', k.people) order by k.first, k.emoji), '[]')
    from (
      select r.emoji, min(r.created_at) as first, json_agg(r.user_id order by r.created_at, r.user_id) as people
      from comment_reactions r
      where r.team_id = c.team_id and r.comment_id = c.id and c.deleted_at is null group by r.emoji
    ) k))`;

/**
 * Returns comments, oldest first, one more than `limit` if more exist. Deleted comments are included only if they have replies that are not
 * deleted.
 */
export async function listComments(
  tx: TeamTx,
  taskId: string,
  { after, limit }: { after: { at: Date; id: string } | null; limit: number },
): Promise<Comment[]> {
  const { rows } = await sql<{ comment: Comment }>`
    select ${commentJson} as comment from task_comments c
    where c.team_id = ${tx.teamId} and c.task_id = ${taskId}
      and (c.deleted_at is null or exists (select from task_comments a
        where a.team_id = c.team_id and a.parent_id = c.id and a.deleted_at is null))
      and ${after === null ? sql`true` : sql`(c.created_at, c.id) > (${after.at}, ${after.id}::uuid)`}
    order by c.created_at, c.id limit ${limit + 1}`.execute(tx);
  return rows.map((row) => row.comment);
}

/** Returns a comment in the form that is published to clients. */
export async function readComment(tx: TeamTx, id: string): Promise<Comment> {
  const { rows } = await sql<{ comment: Comment }>`
    select ${commentJson} as comment from task_comments c
    where c.team_id = ${tx.teamId} and c.id = ${id}`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error(`Comment ${id} not found`);
  return row.comment;
}

/**
 * Returns the previous versions of a comment, newest first, one more than `limit` if more exist. Omits versions from the time when the
 * task was in a project that is not visible.
 */
export async function listEarlierTexts(
  tx: TeamTx,
  on: { taskId: string; commentId: string },
  visible: VisibleProjects,
  { before, limit }: { before: { seq: string; ordinal: string } | null; limit: number },
): Promise<EarlierText[]> {
  const of = { entity: 'task', teamId: sql`h.team_id`, id: sql`${on.taskId}` } as const;
  const { rows } = await sql<{ text: EarlierText }>`
    select json_build_object('id', h.seq || '.' || h.ordinal, 'body', h.old_value #>> '{}', 'actor', h.actor,
      'at', ${instantJson(sql`h.at`)}) as text
    from history h
    where h.team_id = ${tx.teamId} and h.entity = 'comment' and h.entity_id = ${on.commentId} and h.field = 'body'
      and ${wasVisible(visible, of, sql`m.seq > h.seq`)}
      and ${before === null ? sql`true` : sql`(h.seq, h.ordinal) < (${before.seq}::bigint, ${before.ordinal}::int)`}
    order by h.seq desc, h.ordinal desc limit ${limit + 1}`.execute(tx);
  return rows.map((row) => row.text);
}

/** Builds log rows for the comments on tasks that become visible to different users. */
export function movedComments(
  teamId: string,
  taskIds: readonly string[],
  scope: Scope,
  prevScope: Scope,
): RawBuilder<unknown> {
  return sql`
    select 'comment' as entity, c.id as entity_id, 'put' as op, ${commentJson}::jsonb as data,
      ${scope}::text as scope, ${prevScope}::text as prev_scope
    from task_comments c
    where c.team_id = ${teamId} and c.task_id = any (${taskIds}::uuid[])
    order by c.created_at, c.id`;
}
