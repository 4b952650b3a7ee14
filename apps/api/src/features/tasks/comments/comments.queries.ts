import { sql, type RawBuilder } from 'kysely';
import type { Comment, EarlierText } from '@hearth/contracts/comments/comments';
import type { VisibleProjects } from '#features/projects/index.ts';
import type { Command, Scope } from '#platform/commands/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import { instantJson } from '#platform/sql-json.ts';
import { wasInSight } from '#features/tasks/model/past-sight.queries.ts';

const reactionsJson = sql`(
  select coalesce(json_agg(json_build_object('emoji', k.emoji, 'userIds', k.people) order by k.first, k.emoji), '[]')
  from (
    select r.emoji, min(r.created_at) as first, json_agg(r.user_id order by r.created_at, r.user_id) as people
    from comment_reactions r where r.team_id = c.team_id and r.comment_id = c.id and c.deleted_at is null group by r.emoji
  ) k)`;

/** The contract's shape of `task_comments c`. */
export const commentJson: RawBuilder<Comment> = sql<Comment>`json_build_object(
  'id', c.id, 'taskId', c.task_id, 'parentId', c.parent_id, 'body', case when c.deleted_at is null then c.body else '' end,
  'createdBy', c.created_by, 'createdAt', ${instantJson(sql`c.created_at`)}, 'editedAt', ${instantJson(sql`c.edited_at`)},
  'deletedAt', ${instantJson(sql`c.deleted_at`)}, 'reactions', ${reactionsJson})`;

/** One more than `limit`, oldest first; deleted ones where something answers them. */
export async function listComments(
  tx: TeamTx,
  teamId: string,
  taskId: string,
  page: { after: { at: Date; id: string } | null; limit: number },
): Promise<Comment[]> {
  const { after } = page;
  const { rows } = await sql<{ comment: Comment }>`
    select ${commentJson} as comment from task_comments c
    where c.team_id = ${teamId} and c.task_id = ${taskId}
      and (c.deleted_at is null or exists (select from task_comments a
        where a.team_id = c.team_id and a.parent_id = c.id and a.deleted_at is null))
      and ${after === null ? sql`true` : sql`(c.created_at, c.id) > (${after.at}, ${after.id}::uuid)`}
    order by c.created_at, c.id limit ${page.limit + 1}`.execute(tx);
  return rows.map((row) => row.comment);
}

export async function isComment(tx: TeamTx, teamId: string, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('task_comments')
    .select('id')
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Holds the task where it is while something is said about it; undefined = it is not there. */
export async function holdTaskForComment(
  tx: TeamTx,
  teamId: string,
  taskId: string,
): Promise<{ projectId: string | null } | undefined> {
  return await tx
    .selectFrom('tasks')
    .select('project_id as projectId')
    .where('team_id', '=', teamId)
    .where('id', '=', taskId)
    .where('deleted_at', 'is', null)
    // Whoever says something watches it from then on, which is written to the task.
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export interface HeldComment {
  parentId: string | null;
  body: string;
  createdBy: string | null;
  deletedAt: Date | null;
  deletedBy: string | null;
}

/** Holds a comment of this task, deleted or not, while it is changed. */
export async function holdComment(
  tx: TeamTx,
  on: { teamId: string; taskId: string; commentId: string },
): Promise<HeldComment | undefined> {
  const { rows } = await sql<HeldComment>`
    select parent_id as "parentId", body, created_by as "createdBy", deleted_at as "deletedAt",
      deleted_by as "deletedBy"
    from task_comments where team_id = ${on.teamId} and task_id = ${on.taskId} and id = ${on.commentId}
    for no key update`.execute(tx);
  return rows[0];
}

/** Whether this comment of this task can be read. */
export async function isThere(
  tx: TeamTx,
  on: { teamId: string; taskId: string; commentId: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('task_comments')
    .select('id')
    .where('team_id', '=', on.teamId)
    .where('task_id', '=', on.taskId)
    .where('id', '=', on.commentId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** As everybody is told of it. */
export async function readComment(tx: TeamTx, teamId: string, id: string): Promise<Comment> {
  const { rows } = await sql<{ comment: Comment }>`
    select ${commentJson} as comment from task_comments c where c.team_id = ${teamId} and c.id = ${id}`.execute(
    tx,
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`Comment ${id} is not there any more`);
  return row.comment;
}

/** A thread's first comment that this one, or the one it answers, belongs to; null = it is none of this task. */
export async function findThread(
  tx: TeamTx,
  on: { teamId: string; taskId: string; commentId: string },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select coalesce(parent_id, id) as id from task_comments
    where team_id = ${on.teamId} and task_id = ${on.taskId} and id = ${on.commentId} for key share`.execute(
    tx,
  );
  return rows[0]?.id ?? null;
}

export async function insertComment(
  { tx, teamId, userId, now }: Command,
  comment: { id: string; taskId: string; parentId: string | null; body: string },
): Promise<void> {
  await tx
    .insertInto('task_comments')
    .values({
      team_id: teamId,
      id: comment.id,
      task_id: comment.taskId,
      parent_id: comment.parentId,
      body: comment.body,
      created_by: userId,
      created_at: now,
    })
    .execute();
}

export async function writeBody({ tx, teamId, now }: Command, id: string, body: string): Promise<void> {
  await tx
    .updateTable('task_comments')
    .set({ body, edited_at: now })
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .execute();
}

export async function setDeleted(
  { tx, teamId, now, userId }: Command,
  id: string,
  isDeleted: boolean,
): Promise<void> {
  await tx
    .updateTable('task_comments')
    .set(isDeleted ? { deleted_at: now, deleted_by: userId } : { deleted_at: null, deleted_by: null })
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .execute();
}

/** The different emoji on a held comment. */
export async function listEmoji(tx: TeamTx, teamId: string, commentId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('comment_reactions')
    .select('emoji')
    .distinct()
    .where('team_id', '=', teamId)
    .where('comment_id', '=', commentId)
    .execute();
  return rows.map((row) => row.emoji);
}

/** @returns whether it was not there */
export async function addReaction(
  { tx, teamId, userId, now }: Command,
  commentId: string,
  emoji: string,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('comment_reactions')
    .values({ team_id: teamId, comment_id: commentId, user_id: userId, emoji, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** @returns whether it was there */
export async function removeReaction(
  { tx, teamId, userId }: Command,
  commentId: string,
  emoji: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('comment_reactions')
    .where('team_id', '=', teamId)
    .where('comment_id', '=', commentId)
    .where('user_id', '=', userId)
    .where('emoji', '=', emoji)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/** What a comment said before, one more than `limit`, newest first. */
export async function listEarlierTexts(
  tx: TeamTx,
  on: { teamId: string; taskId: string; commentId: string },
  visible: VisibleProjects,
  page: { before: { seq: string; ordinal: string } | null; limit: number },
): Promise<EarlierText[]> {
  const { before } = page;
  const { rows } = await sql<{ text: EarlierText }>`
    select json_build_object('id', h.seq || '.' || h.ordinal, 'body', h.old_value #>> '{}', 'actor', h.actor,
      'at', ${instantJson(sql`h.at`)}) as text
    from history h
    where h.team_id = ${on.teamId} and h.entity = 'comment' and h.entity_id = ${on.commentId} and h.field = 'body'
      and ${wasInSight(visible, { teamId: sql`h.team_id`, taskId: sql`${on.taskId}` }, sql`m.seq > h.seq`)}
      and ${before === null ? sql`true` : sql`(h.seq, h.ordinal) < (${before.seq}::bigint, ${before.ordinal}::int)`}
    order by h.seq desc, h.ordinal desc limit ${page.limit + 1}`.execute(tx);
  return rows.map((row) => row.text);
}

/** Rows of the log: the comments of tasks that others see from now on. */
export function movedComments(
  teamId: string,
  taskIds: readonly string[],
  scope: Scope,
  prevScope: Scope,
): RawBuilder<unknown> {
  return sql`
    select 'comment' as entity, c.id as entity_id, 'put' as op, ${commentJson}::jsonb as data, ${scope}::text as scope,
      ${prevScope}::text as prev_scope
    from task_comments c where c.team_id = ${teamId} and c.task_id = any (${taskIds}::uuid[]) order by c.created_at, c.id`;
}
