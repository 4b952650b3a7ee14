import { sql } from 'kysely';
import type { SystemTx, TeamTx } from '#platform/db/index.ts';

/** Returns the ids of teams with a non-empty log, in order, starting after the id `after`. */
export async function findTeamsWithLog(tx: SystemTx, after: string | null, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('team_heads')
    .select('team_id')
    .whereRef('seq', '>', 'pruned_to')
    .$if(after !== null, (query) => query.where('team_id', '>', after as string))
    .orderBy('team_id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.team_id);
}

/**
 * Returns the seq up to which a team's log may be pruned: changes older than `before`, except the newest `keep`. Returns null if there is
 * nothing to prune. Checks the oldest row first: a log without old changes costs a single row.
 */
export async function findPruneLimit(tx: TeamTx, before: Date, keep: number): Promise<number | null> {
  const oldest = await tx
    .selectFrom('changes')
    .select('at')
    .where('team_id', '=', tx.teamId)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst();
  if (oldest === undefined || oldest.at >= before) return null;
  const { rows } = await sql<{ seq: number | null }>`
    with beyond as (
      select seq from changes where team_id = ${tx.teamId} order by seq desc, ordinal desc offset ${keep} limit 1
    ), young as (
      select min(seq) as seq from changes where team_id = ${tx.teamId} and at >= ${before}
    )
    select least((select seq from beyond), coalesce((select seq - 1 from young), (select seq from beyond))) as seq`.execute(
    tx,
  );
  return rows[0]?.seq ?? null;
}

/**
 * Deletes about `limit` changes up to `upTo`, always complete commands. The same statement records the deletion in the head, so readers see
 * both together.
 * @returns the number of deleted changes
 */
export async function deleteOldChanges(tx: TeamTx, upTo: number, limit: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with cut as (
      select max(seq) as seq from (
        select seq from changes where team_id = ${tx.teamId} and seq <= ${upTo} order by seq, ordinal limit ${limit}
      ) as oldest
    ), gone as (
      delete from changes where team_id = ${tx.teamId} and seq <= (select seq from cut) returning 1
    ), marked as (
      update team_heads set pruned_to = greatest(pruned_to, (select seq from cut))
      where team_id = ${tx.teamId} and (select seq from cut) is not null
    )
    select count(*)::int as n from gone`.execute(tx);
  return rows[0]?.n ?? 0;
}

/**
 * Deletes up to `limit` keyed responses older than `before`. Responses with a client-generated id are kept, without their Idempotency-Key.
 * @returns the number of responses handled
 */
export async function deleteExpiredResponses(tx: SystemTx, before: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with old as (
      select user_id, id, client_id from answers
      where idempotency_key is not null and at < ${before} order by at limit ${limit}
    ), gone as (
      delete from answers a using old where a.user_id = old.user_id and a.id = old.id and old.client_id is null returning 1
    ), kept as (
      update answers a set idempotency_key = null from old
      where a.user_id = old.user_id and a.id = old.id and old.client_id is not null returning 1
    )
    select (select count(*) from gone)::int + (select count(*) from kept)::int as n`.execute(tx);
  return rows[0]?.n ?? 0;
}
