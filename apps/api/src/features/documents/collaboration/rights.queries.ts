import { sql } from 'kysely';
import type { TeamTx } from '#platform/db/index.ts';

/** Returns the version of the team's rights, or null if the team no longer exists. */
export async function readRights(tx: TeamTx): Promise<number | null> {
  const { rows } = await sql<{ rights: number }>`
    select rights from team_heads where team_id = ${tx.teamId}`.execute(tx);
  return rows[0]?.rights ?? null;
}
