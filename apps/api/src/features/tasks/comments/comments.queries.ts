import { sql } from 'kysely';
import type { Command } from '#platform/commands/index.ts';
import type { TeamTx } from '#platform/db/index.ts';

interface CommentKey {
  taskId: string;
  commentId: string;
}

export async function isComment(tx: TeamTx, id: string): Promise<boolean> {
  const { rows } = await sql`select from task_comments where team_id = ${tx.teamId} and id = ${id}`.execute(
    tx,
  );
  return rows.length > 0;
}

export interface LockedComment {
  parentId: string | null;
  body: string;
  createdBy: string | null;
  deletedAt: Date | null;
  deletedBy: string | null;
}

/** Locks a comment on this task, deleted or not, for a change. */
export async function lockComment(tx: TeamTx, on: CommentKey): Promise<LockedComment | undefined> {
  const { rows } = await sql<LockedComment>`
    select parent_id as "parentId", body, created_by as "createdBy", deleted_at as "deletedAt",
      deleted_by as "deletedBy"
    from task_comments
    where team_id = ${tx.teamId} and task_id = ${on.taskId} and id = ${on.commentId}
    for no key update`.execute(tx);
  return rows[0];
}

/** Returns whether this comment exists on this task and is not deleted. */
export async function commentExists(tx: TeamTx, on: CommentKey): Promise<boolean> {
  const { rows } = await sql`
    select from task_comments
    where team_id = ${tx.teamId} and task_id = ${on.taskId} and id = ${on.commentId}
      and deleted_at is null`.execute(tx);
  return rows.length > 0;
}

/** Locks a comment's row against purging. @returns the root comment of its thread, or null if the comment is not on this task */
export async function findThread(tx: TeamTx, on: CommentKey): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select coalesce(parent_id, id) as id from task_comments
    where team_id = ${tx.teamId} and task_id = ${on.taskId} and id = ${on.commentId}
    for key share`.execute(tx);
  return rows[0]?.id ?? null;
}

export async function insertComment(
  { tx, teamId, userId, now }: Command,
  comment: { id: string; taskId: string; parentId: string | null; body: string },
): Promise<void> {
  await sql`
    insert into task_comments (team_id, id, task_id, parent_id, body, created_by, created_at)
    values (${teamId}, ${comment.id}, ${comment.taskId}, ${comment.parentId}, ${comment.body}, ${userId}, ${now})`.execute(
    tx,
  );
}

export async function writeBody({ tx, teamId, now }: Command, id: string, body: string): Promise<void> {
  await sql`
    update task_comments set body = ${body}, edited_at = ${now}
    where team_id = ${teamId} and id = ${id}`.execute(tx);
}

export async function setDeleted(
  { tx, teamId, now, userId }: Command,
  id: string,
  isDeleted: boolean,
): Promise<void> {
  const [at, by] = isDeleted ? [now, userId] : [null, null];
  await sql`
    update task_comments set deleted_at = ${at}, deleted_by = ${by}
    where team_id = ${teamId} and id = ${id}`.execute(tx);
}

/** Returns the distinct emoji on a locked comment. */
export async function listEmoji(tx: TeamTx, commentId: string): Promise<string[]> {
  const { rows } = await sql<{ emoji: string }>`
    select distinct emoji from comment_reactions
    where team_id = ${tx.teamId} and comment_id = ${commentId}`.execute(tx);
  return rows.map((row) => row.emoji);
}

/** Adds a reaction. @returns false when it already existed */
export async function addReaction(
  { tx, teamId, userId, now }: Command,
  commentId: string,
  emoji: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into comment_reactions (team_id, comment_id, user_id, emoji, created_at)
    values (${teamId}, ${commentId}, ${userId}, ${emoji}, ${now}) on conflict do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

/** Removes a reaction. @returns false when it did not exist */
export async function removeReaction(
  { tx, teamId, userId }: Command,
  commentId: string,
  emoji: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from comment_reactions
    where team_id = ${teamId} and comment_id = ${commentId} and user_id = ${userId} and emoji = ${emoji}`.execute(
    tx,
  );
  return numAffectedRows === 1n;
}

/**
 * Purges comments deleted before `before`, with their previous versions and reactions. Of comments with replies, the row is kept without
 * its text. @returns the number of purged comments; fewer than `limit` means that this was the last batch
 */
export async function purgeComments(
  tx: TeamTx,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { rows } = await sql<{ id: string; isAnswered: boolean }>`
    select c.id, exists (select from task_comments a where a.team_id = c.team_id and a.parent_id = c.id) as "isAnswered"
    from task_comments c
    where c.team_id = ${tx.teamId} and c.deleted_at < ${before}
      and (c.body <> '' or not exists (select from task_comments a where a.team_id = c.team_id and a.parent_id = c.id))
    order by c.id limit ${limit} for update skip locked`.execute(tx);
  if (rows.length === 0) return 0;
  const ids = rows.map((row) => row.id);
  const purgeable = rows.filter((row) => !row.isAnswered).map((row) => row.id);
  await sql`delete from comment_reactions where team_id = ${tx.teamId} and comment_id = any (${ids}::uuid[])`.execute(
    tx,
  );
  await sql`
    delete from history where team_id = ${tx.teamId} and entity = 'comment' and entity_id = any (${ids}::uuid[])`.execute(
    tx,
  );
  await sql`update task_comments set body = '' where team_id = ${tx.teamId} and id = any (${ids}::uuid[])`.execute(
    tx,
  );
  await sql`delete from task_comments where team_id = ${tx.teamId} and id = any (${purgeable}::uuid[])`.execute(
    tx,
  );
  return rows.length;
}

/** Deletes all comments on purged tasks, with their reactions. */
export async function deleteCommentsOf(tx: TeamTx, taskIds: readonly string[]): Promise<void> {
  await sql`
    delete from comment_reactions r using task_comments c
    where r.team_id = ${tx.teamId} and c.team_id = r.team_id and c.id = r.comment_id
      and c.task_id = any (${taskIds}::uuid[])`.execute(tx);
  await sql`
    delete from task_comments
    where team_id = ${tx.teamId} and task_id = any (${taskIds}::uuid[])`.execute(tx);
}
