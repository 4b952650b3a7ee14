import { sql } from 'kysely';
import type { SystemTx, TeamTx } from '#platform/db/index.ts';

/** Stores one row per user, regardless of the number of attempts. */
export async function putTurnedAway(tx: TeamTx, userId: string, at: Date): Promise<void> {
  await tx
    .insertInto('turned_away')
    .values({ team_id: tx.teamId, user_id: userId, at, told_at: null })
    .onConflict((conflict) => conflict.columns(['team_id', 'user_id']).doUpdateSet({ at }))
    .execute();
}

export async function deleteTurnedAway(tx: TeamTx, userId: string): Promise<void> {
  await tx.deleteFrom('turned_away').where('team_id', '=', tx.teamId).where('user_id', '=', userId).execute();
}

export async function deleteTurnedAwayOf(tx: SystemTx, userId: string): Promise<void> {
  await tx.deleteFrom('turned_away').where('user_id', '=', userId).execute();
}

/** Returns when the owners were last notified. */
export async function findLastNotified(tx: TeamTx): Promise<Date | null> {
  const row = await tx
    .selectFrom('turned_away')
    .select((eb) => eb.fn.max('told_at').as('at'))
    .where('team_id', '=', tx.teamId)
    .executeTakeFirst();
  return row?.at ?? null;
}

/**
 * Counts users who could not join since `since` and have not joined yet. `all` includes users about whom the owners were already notified.
 */
export async function countTurnedAway(tx: TeamTx, since: Date): Promise<{ all: number; untold: number }> {
  const { rows } = await sql<{ all: number; untold: number }>`
    select count(*) as "all", count(*) filter (where a.told_at is null) as untold
    from turned_away a
    where a.team_id = ${tx.teamId} and a.at > ${since}
      and not exists (
        select from memberships m where m.team_id = a.team_id and m.user_id = a.user_id and m.removed_at is null
      )`.execute(tx);
  return rows[0] ?? { all: 0, untold: 0 };
}

export async function markNotified(tx: TeamTx, at: Date): Promise<void> {
  await tx
    .updateTable('turned_away')
    .set({ told_at: at })
    .where('team_id', '=', tx.teamId)
    .where('told_at', 'is', null)
    .execute();
}

/** Returns the ids of up to `limit` owners, longest membership first. */
export async function listOwners(tx: TeamTx, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('memberships')
    .select('user_id')
    .where('team_id', '=', tx.teamId)
    .where('role', '=', 'owner')
    .where('removed_at', 'is', null)
    .orderBy('joined_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.user_id);
}
