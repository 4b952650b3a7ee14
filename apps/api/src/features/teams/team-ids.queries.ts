import type { SystemTx } from '#platform/db/index.ts';

/** Returns ids of teams after `after`, in id order. */
export async function listTeamIds(tx: SystemTx, after: string | null, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('team_heads')
    .select('team_id')
    .$if(after !== null, (query) => query.where('team_id', '>', after ?? ''))
    .orderBy('team_id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.team_id);
}
