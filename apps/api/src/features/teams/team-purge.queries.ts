import { sql } from 'kysely';
import type { SystemTx, TeamTx } from '#platform/db/index.ts';

/** Tables kept after the team is purged: the audit log for its retention period, payments for the statutory period. */
const KEPT: ReadonlySet<string> = new Set([
  'audit_entries',
  'audit_heads',
  'invoices',
  'payments',
  'subscriptions',
  'billing_details',
]);

interface TeamTable {
  name: string;
  /** Whether rows reference other rows of the same table, so all must be deleted in one statement. */
  namesItself: boolean;
}

/** Returns the ids of teams deleted before `before` that still have data, longest deleted first. */
export async function listTeamsToPurge(tx: SystemTx, before: Date, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('teams')
    .select('id')
    .where('deleted_at', '<', before)
    .where('emptied_at', 'is', null)
    .orderBy('deleted_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the ids of purged teams without data that must still be kept: no audit entries, and no payments since `paidSince`. */
export async function listTeamsToForget(tx: SystemTx, paidSince: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from teams t
    where t.deleted_at is not null and t.emptied_at is not null
      and not exists (select from audit_entries e where e.team_id = t.id)
      and not exists (select from payments p where p.team_id = t.id and p.paid_at >= ${paidSince})
    limit ${limit}`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Marks a team as being purged, after which it cannot be restored.
 * @returns the team's image and the ids of all current and former members, or null if the team was restored in the meantime
 */
export async function beginPurge(
  tx: TeamTx,
  before: Date,
  now: Date,
): Promise<{ image: string | null; userIds: string[] } | null> {
  const { rows } = await sql<{ image: string | null; userIds: string[] }>`
    update teams set purge_began_at = coalesce(purge_began_at, ${now})
    where id = ${tx.teamId} and deleted_at < ${before}
    returning image, array(select user_id from memberships where team_id = ${tx.teamId}) as "userIds"`.execute(
    tx,
  );
  return rows[0] ?? null;
}

/** Returns all tables with team data to be purged, each before the tables it references. New tables are included automatically. */
export async function listTeamTables(tx: TeamTx): Promise<TeamTable[]> {
  const { rows } = await sql<{ name: string; refersTo: string[] }>`
    select c.relname as name, array(
      select distinct f.confrelid::regclass::text from pg_constraint f
      where f.contype = 'f' and f.conrelid = c.oid) as "refersTo"
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'team_id' and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by c.relname`.execute(tx);
  const remaining = new Map(rows.filter(({ name }) => !KEPT.has(name)).map((row) => [row.name, row]));
  const tables: TeamTable[] = [];
  while (remaining.size > 0) {
    const next = [...remaining.values()].find(
      ({ name }) =>
        ![...remaining.values()].some((other) => other.name !== name && other.refersTo.includes(name)),
    );
    if (next === undefined)
      throw new Error(`Circular references between tables: ${[...remaining.keys()].join(', ')}`);
    remaining.delete(next.name);
    tables.push({ name: next.name, namesItself: next.refersTo.includes(next.name) });
  }
  return tables;
}

/**
 * Deletes up to `limit` of the team's rows in a table, or all rows if they reference each other.
 * @returns the number of deleted rows; fewer than `limit` means that none is left
 */
export async function deleteTeamRows(tx: TeamTx, table: TeamTable, limit: number): Promise<number> {
  const most = table.namesItself ? null : limit;
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table.name)} where team_id = ${tx.teamId} and ctid = any (array(
      select ctid from ${sql.table(table.name)} where team_id = ${tx.teamId} limit ${most}::bigint))`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0n);
}

/** Deletes references to the team outside its own tables: invite links, API tokens, pending jobs, and stored responses. */
export async function deleteTraces(tx: SystemTx, teamId: string, userIds: readonly string[]): Promise<void> {
  await sql`delete from invite_links where in_team = ${teamId}`.execute(tx);
  await sql`delete from jobs where in_team = ${teamId}`.execute(tx);
  await sql`delete from api_tokens where only_team = ${teamId}`.execute(tx);
  await sql`
    delete from answers where user_id = any (${[...userIds]}::uuid[])
      and (path like '%' || ${teamId}::text || '%' or body::text like '%' || ${teamId}::text || '%')`.execute(
    tx,
  );
}

export async function markEmptied(tx: TeamTx, now: Date): Promise<void> {
  await tx
    .updateTable('teams')
    .set({ name: '', key: '', image: null, emptied_at: now })
    .where('id', '=', tx.teamId)
    .execute();
}

export async function deleteEmptyTeam(tx: TeamTx): Promise<void> {
  for (const table of ['invoices', 'payments', 'subscriptions', 'billing_details'] as const)
    await tx.deleteFrom(table).where('team_id', '=', tx.teamId).execute();
  await tx.deleteFrom('audit_heads').where('team_id', '=', tx.teamId).execute();
  await tx.deleteFrom('teams').where('id', '=', tx.teamId).execute();
}
