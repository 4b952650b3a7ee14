import { sql } from 'kysely';
import type { TeamTx } from '#platform/db/index.ts';

/** Lists the storage keys of a team's export and import files. */
export async function listStorageKeys(tx: TeamTx): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select storage_key as key from team_exports where team_id = ${tx.teamId} and storage_key is not null
    union all select storage_key from team_imports where team_id = ${tx.teamId} and storage_key is not null`.execute(
    tx,
  );
  return rows.map(({ key }) => key);
}
