import type { TeamTx } from '#platform/db/index.ts';

/** Locks the task against moves while a comment is written; undefined = not found. */
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
    // Commenting adds the author to the watchers, which are written to the task.
    .forNoKeyUpdate()
    .executeTakeFirst();
}
