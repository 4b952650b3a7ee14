import { sql } from 'kysely';
import type { TeamTx } from '#platform/db/index.ts';

/**
 * Locks the samples among these projects and returns their ids. They then stay samples, and concurrent commands that count their content
 * wait. Other projects need no lock because a project never becomes a sample later.
 */
export async function lockSamples(
  tx: TeamTx,
  projectIds: readonly (string | null)[],
): Promise<ReadonlySet<string>> {
  const ids = projectIds.filter((id) => id !== null);
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select id from projects where team_id = ${tx.teamId} and id = any (${ids}::uuid[]) and is_sample
    order by id for no key update`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Turns the sample into a regular project. @returns the number of its live tasks */
export async function endSample(tx: TeamTx, projectId: string, at: Date): Promise<number> {
  await tx
    .updateTable('projects')
    .set({ is_sample: false, updated_at: at })
    .where('team_id', '=', tx.teamId)
    .where('id', '=', projectId)
    .execute();
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from tasks
    where team_id = ${tx.teamId} and project_id = ${projectId} and deleted_at is null`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Returns whether the team has a sample project outside the trash. */
export async function hasSample(tx: TeamTx): Promise<boolean> {
  const { rows } = await sql`
    select from projects where team_id = ${tx.teamId} and is_sample and deleted_at is null limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}

export async function listSampleIds(tx: TeamTx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from projects where team_id = ${tx.teamId} and is_sample`.execute(tx);
  return rows.map(({ id }) => id);
}
