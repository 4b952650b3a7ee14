import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { AuditEntry, AuditPerson } from '@hearth/contracts/audit/audit';
import type { AuditAct, AuditObject } from '@hearth/contracts/audit/audit-values';
import type { AuditContent } from '#platform/audit/index.ts';
import type { SystemTx, TeamTx, UserTx } from '#platform/db/index.ts';
import { toUuid } from '#platform/uuid.ts';
import type { Tables } from '#platform/db/tables/tables.ts';

export type AuditRow = Selectable<Tables['audit_entries']>;
export type AuditHead = Selectable<Tables['audit_heads']>;

export interface AuditFilters {
  person?: string | undefined;
  about?: string | undefined;
  act?: AuditAct | undefined;
  object?: AuditObject | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Fields of `details` that may contain a user id. */
const PERSON_FIELDS = ['userId', 'invitedBy', 'from', 'to'] as const;

export function toEntry(row: AuditRow): AuditEntry {
  return {
    number: row.number,
    at: row.at.toISOString(),
    act: row.act,
    actorId: row.actor,
    object: { kind: row.object, id: row.object_id, name: row.object_name },
    details: row.details as Record<string, unknown>,
    address: row.address,
    requestId: row.request_id,
    tokenId: row.token_id,
    hash: row.hash.toString('hex'),
  };
}

export function toContent(row: AuditRow): AuditContent {
  return {
    teamId: row.team_id,
    at: row.at,
    actor: row.actor,
    act: row.act,
    object: row.object,
    objectId: row.object_id,
    objectName: row.object_name,
    details: row.details,
    address: row.address,
    requestId: row.request_id,
    tokenId: row.token_id,
  };
}

/** Returns a page (`limit` + 1) of entries with a number below `before`, newest first. */
export async function listEntries(
  tx: TeamTx,
  filters: AuditFilters,
  page: { before: number | null; limit: number },
): Promise<AuditRow[]> {
  const { person, about, act, object, from, to } = filters;
  const conditions: RawBuilder<boolean>[] = [
    sql<boolean>`team_id = ${tx.teamId}`,
    ...(page.before === null ? [] : [sql<boolean>`number < ${page.before}`]),
    ...(person === undefined
      ? []
      : [sql<boolean>`(actor = ${person} or object_id = ${person} or details->>'userId' = ${person}::text)`]),
    ...(about === undefined ? [] : [sql<boolean>`object_id = ${about}`]),
    ...(act === undefined ? [] : [sql<boolean>`act = ${act}`]),
    ...(object === undefined ? [] : [sql<boolean>`object = ${object}`]),
    ...(from === undefined ? [] : [sql<boolean>`at >= ${from}::timestamptz`]),
    ...(to === undefined ? [] : [sql<boolean>`at < ${to}::timestamptz`]),
  ];
  return await tx
    .selectFrom('audit_entries')
    .selectAll()
    .where(sql<boolean>`${sql.join(conditions, sql` and `)}`)
    .orderBy('number', 'desc')
    .limit(page.limit + 1)
    .execute();
}

/** Returns the users referenced by these entries, with their current names and images. */
export async function findPeople(tx: TeamTx, rows: readonly AuditRow[]): Promise<AuditPerson[]> {
  const ids = new Set<string>();
  for (const row of rows) {
    if (row.actor !== null) ids.add(row.actor);
    if (row.object === 'member' && row.object_id !== null) ids.add(row.object_id);
    const details = row.details as Record<string, unknown>;
    for (const field of PERSON_FIELDS) {
      const id = details[field];
      if (typeof id === 'string' && toUuid(id) !== null) ids.add(id);
    }
  }
  if (ids.size === 0) return [];
  return await tx
    .selectFrom('users')
    .select(['id', 'name', 'image'])
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .execute();
}

/** Returns up to `limit` entries with numbers above `after`, up to and including `upTo`, in chain order. */
export async function readChain(tx: TeamTx, after: number, upTo: number, limit: number): Promise<AuditRow[]> {
  return await tx
    .selectFrom('audit_entries')
    .selectAll()
    .where('team_id', '=', tx.teamId)
    .where('number', '>', after)
    .where('number', '<=', upTo)
    .orderBy('number')
    .limit(limit)
    .execute();
}

/** Returns null for an empty log. */
export async function findHead(tx: TeamTx): Promise<AuditHead | null> {
  const head = await tx
    .selectFrom('audit_heads')
    .selectAll()
    .where('team_id', '=', tx.teamId)
    .executeTakeFirst();
  return head ?? null;
}

/** Returns whether the log has an entry of this action by this actor on this object since the given time. */
export async function hasEntrySince(
  tx: TeamTx,
  entry: { act: AuditAct; actor: string | null; objectId: string; since: Date },
): Promise<boolean> {
  const row = await tx
    .selectFrom('audit_entries')
    .select('number')
    .where('team_id', '=', tx.teamId)
    .where('object_id', '=', entry.objectId)
    .where('act', '=', entry.act)
    .where('actor', entry.actor === null ? 'is' : '=', entry.actor)
    .where('at', '>', entry.since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the ids of a user's teams, except deleted ones. */
export async function listLiveTeams(tx: UserTx, userId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('memberships as m')
    .innerJoin('teams as t', 't.id', 'm.team_id')
    .select('m.team_id')
    .where('m.user_id', '=', userId)
    .where('m.removed_at', 'is', null)
    .where('t.deleted_at', 'is', null)
    .orderBy('m.team_id')
    .execute();
  return rows.map((row) => row.team_id);
}

/** Returns the ids of teams above `after`, in order, whose oldest entry may have expired. */
export async function findTeamsToPrune(
  tx: SystemTx,
  before: Date,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ team_id: string }>`
    select h.team_id from audit_heads h
    join audit_entries e on e.team_id = h.team_id and e.number = h.pruned_to + 1
    where e.at < ${before} and (${after}::uuid is null or h.team_id > ${after}::uuid)
    order by h.team_id limit ${limit}`.execute(tx);
  return rows.map((row) => row.team_id);
}

/**
 * Prunes up to `limit` expired entries from the beginning of a team's chain, and stores the hash of the last one, from which the remaining
 * chain is verified.
 * @param on.shortest minimum retention in days
 * @param on.longest retention in days of a team on Pro, regardless of the plan under which its entries were written
 * @returns the number of pruned entries
 */
export async function pruneChain(
  tx: SystemTx,
  teamId: string,
  on: { now: Date; shortest: number; longest: number; isPro: boolean; limit: number },
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with head as (
      select pruned_to from audit_heads where team_id = ${teamId} for update
    ), oldest as (
      select e.number, e.hash, e.at + make_interval(days =>
        case when ${on.isPro} then ${on.longest}::int else greatest(e.keep_days, ${on.shortest}::int) end) < ${on.now}
        as is_old
      from audit_entries e, head where e.team_id = ${teamId} and e.number > head.pruned_to order by e.number limit ${on.limit}
    ), cut as (
      select number, hash from oldest
      where is_old and number < coalesce((select min(number) from oldest where not is_old), number + 1)
      order by number desc limit 1
    ), gone as (
      delete from audit_entries where team_id = ${teamId} and number <= (select number from cut) returning 1
    ), anchored as (
      update audit_heads h set pruned_to = cut.number, pruned_hash = cut.hash from cut where h.team_id = ${teamId}
    )
    select count(*)::int as n from gone`.execute(tx);
  return rows[0]?.n ?? 0;
}
