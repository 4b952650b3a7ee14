import { sql } from 'kysely';
import type { TeamTx } from '#platform/db/index.ts';

/**
 * Those of these projects that are samples; locked, so that they stay so, and no other command that counts what lies in
 * them goes on beside this one. A sample never comes of a project: what is none without a lock is none.
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

/** @returns how many live tasks lie in it */
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

/** Is there one, outside of the trash? */
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
