import { sql, type RawBuilder } from 'kysely';
import type { Comment } from '@hearth/contracts/tasks';
import type { Scope } from '#platform/commands/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import { instantJson } from '#platform/sql-json.ts';

/** The contract's shape of `task_comments c`. */
export const commentJson: RawBuilder<Comment> = sql<Comment>`json_build_object(
  'id', c.id, 'taskId', c.task_id, 'body', c.body, 'createdBy', c.created_by,
  'createdAt', ${instantJson(sql`c.created_at`)})`;

/** One more than `limit`, oldest first. */
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
      and ${after === null ? sql`true` : sql`(c.created_at, c.id) > (${after.at}, ${after.id}::uuid)`}
    order by c.created_at, c.id limit ${page.limit + 1}`.execute(tx);
  return rows.map((row) => row.comment);
}

/** Holds the task where it is while something is added to it; undefined = it is not there. */
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
    .forShare()
    .executeTakeFirst();
}

export async function insertComment(tx: TeamTx, teamId: string, comment: Comment): Promise<void> {
  await tx
    .insertInto('task_comments')
    .values({
      team_id: teamId,
      id: comment.id,
      task_id: comment.taskId,
      body: comment.body,
      created_by: comment.createdBy,
      created_at: new Date(comment.createdAt),
    })
    .execute();
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
