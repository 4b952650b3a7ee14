import type { TeamTx } from '#platform/db/index.ts';

/** Locks a task against moves while a comment is written. Returns undefined if it is not found. */
export async function lockTaskForComment(
  tx: TeamTx,
  taskId: string,
): Promise<{ projectId: string | null } | undefined> {
  return await tx
    .selectFrom('tasks')
    .select('project_id as projectId')
    .where('team_id', '=', tx.teamId)
    .where('id', '=', taskId)
    .where('deleted_at', 'is', null)
    // Commenting adds the author to the watchers, so the task row is updated as well.
    .forNoKeyUpdate()
    .executeTakeFirst();
}
