import type { TeamTx } from '#platform/db/index.ts';

/** Locks the task where it is while something is said about it; undefined = it is not there. */
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
    // Whoever says something watches it from then on, which is written to the task.
    .forNoKeyUpdate()
    .executeTakeFirst();
}
