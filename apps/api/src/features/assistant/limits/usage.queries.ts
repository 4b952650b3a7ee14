import { sql } from 'kysely';
import type { TeamTx } from '#platform/db/index.ts';

export async function readUsed(tx: TeamTx, month: string): Promise<number> {
  const row = await tx
    .selectFrom('assistant_usage')
    .select('used')
    .where('team_id', '=', tx.teamId)
    .where('month', '=', month)
    .executeTakeFirst();
  return row?.used ?? 0;
}

/** Consumes one message of the monthly quota. Called before the model. @returns false when the quota is used up */
export async function consumeMessage(tx: TeamTx, month: string, max: number): Promise<boolean> {
  const { rows } = await sql`
    insert into assistant_usage as u (team_id, month, used)
    select ${tx.teamId}, ${month}, 1 where ${max}::integer > 0
    on conflict (team_id, month) do update set used = u.used + 1 where u.used < ${max}
    returning used`.execute(tx);
  return rows.length > 0;
}

export async function refundMessage(tx: TeamTx, month: string, count = 1): Promise<void> {
  await tx
    .updateTable('assistant_usage')
    .set({ used: sql`greatest(used - ${count}, 0)` })
    .where('team_id', '=', tx.teamId)
    .where('month', '=', month)
    .execute();
}
