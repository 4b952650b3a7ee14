import { sql, type RawBuilder } from 'kysely';
import { nameColumn } from './snapshot-sql.ts';
import type { SystemTx, TeamTx } from '#platform/db/index.ts';
import type { ApartPart, LogRow } from '#platform/log-row.ts';

/** A command with more changes is not sent row by row. All clients start from a new snapshot instead. */
const MAX_CHANGES_OF_A_COMMAND = 5000;

/** The head of a team's log, and its epoch (migration 0057). */
export interface LogHead {
  seq: number;
  epoch: string;
  /** Whether the database was never restored. Readers without an epoch belong to this first epoch. */
  isFirst: boolean;
}

/** Whether the log still has the epoch under which the data was read. */
export function isSameHistory(head: LogHead, epoch: string | undefined): boolean {
  return epoch === undefined ? head.isFirst : epoch === head.epoch;
}

export interface LogPage {
  /** The head of the log when the page was read. */
  head: number;
  epoch: string;
  /** The page contains all changes after the requested seq, up to and including this one. */
  upTo: number;
  rows: LogRow[];
  /** Whether the log no longer contains the requested seq, never had it, or contains a command too large to send. */
  isTooOld: boolean;
}

export async function readHead(tx: TeamTx): Promise<LogHead> {
  const { rows } = await sql<LogHead>`
    select coalesce((select seq from team_heads where team_id = ${tx.teamId}), 0) as seq, e.epoch,
      e.restores = 0 as "isFirst"
    from log_epoch e`.execute(tx);
  const [head] = rows;
  if (head === undefined) throw new Error('The database has no epoch.');
  return head;
}

/** Reads the heads of many teams in one query. */
export async function readHeads(
  tx: SystemTx,
  teamIds: readonly string[],
): Promise<{ teamId: string; seq: number }[]> {
  const { rows } = await sql<{ teamId: string; seq: number }>`
    select team_id as "teamId", seq from team_heads where team_id = any (${[...teamIds]}::uuid[])`.execute(
    tx,
  );
  return rows;
}

interface PageRow {
  head: number;
  epoch: string;
  pruned_to: number;
  last: number;
  seq: number | null;
  entity: string;
  entity_id: string;
  op: LogRow['op'];
  data: string | null;
  apart: ApartPart[] | null;
  scope: string;
  prev_scope: string | null;
  mutation_id: string | null;
}

/**
 * Reads about `limit` changes after `since` in order, always complete commands. Uses one statement and thus one database snapshot, so
 * pruning cannot delete rows between reading the head and the changes.
 */
export async function readLog(
  tx: TeamTx,
  since: number,
  limit: number,
  upTo: number | null = null,
): Promise<LogPage> {
  const most = MAX_CHANGES_OF_A_COMMAND;
  const { rows } = await sql<PageRow>`
    with head as (
      select seq, pruned_to, least(seq, coalesce(${upTo}::bigint, seq)) as until from team_heads where team_id = ${tx.teamId}
    ), past as (
      select seq from changes
      where team_id = ${tx.teamId} and seq > ${since} and seq <= (select until from head)
      order by seq, ordinal offset ${limit} limit 1
    ), page as (
      select coalesce((select greatest(past.seq - 1, ${since}::bigint + 1) from past), (select until from head)) as last
    )
    select h.seq as head, (select epoch from log_epoch) as epoch, h.pruned_to, p.last, c.seq, c.entity, c.entity_id, c.op, c.data::text as data, c.apart, c.scope,
      c.prev_scope, c.mutation_id
    from head h cross join page p
    left join lateral (
      select * from changes where team_id = ${tx.teamId} and seq > ${since} and seq <= p.last
      order by seq, ordinal limit ${limit + most + 1}
    ) c on true
    order by c.seq, c.ordinal`.execute(tx);
  const first = rows[0];
  if (first === undefined) return { head: 0, epoch: '', upTo: 0, rows: [], isTooOld: since > 0 };
  const isTooOld = since < first.pruned_to || since > first.head || rows.length > limit + most;
  return {
    head: first.head,
    epoch: first.epoch,
    upTo: isTooOld ? first.head : Math.max(first.last, since),
    rows: isTooOld ? [] : rows.flatMap((row) => (row.seq === null ? [] : [toLogRow(row, row.seq)])),
    isTooOld,
  };
}

function toLogRow(row: PageRow, seq: number): LogRow {
  return {
    seq,
    entity: row.entity,
    entityId: row.entity_id,
    op: row.op,
    data: row.data,
    apart: row.apart,
    scope: row.scope,
    prevScope: row.prev_scope,
    mutationId: row.mutation_id,
  };
}

interface SnapshotRows {
  count: number;
  /** The key of the last row, after which the next page starts. */
  lastKey: string | null;
  /** JSON text: the changes, comma separated, or the packed rows. */
  json: string;
}

/**
 * Runs a source's query (columns `id`, `key` and `data`) and serializes its rows as changes in the database. 1,000 rows are
 * returned as one value, which costs the server almost nothing.
 */
export async function readSnapshotRows(
  tx: TeamTx,
  entity: string,
  seq: number,
  source: RawBuilder<unknown>,
): Promise<SnapshotRows> {
  const start = `{"seq":${seq},"entity":"${entity}","id":"`;
  const { rows } = await sql<{ n: number; last_key: string | null; json: string | null }>`
    with page as materialized (select row_number() over () as place, source.* from (${source}) as source)
    select count(*)::int as n, (select key::text from page order by place desc limit 1) as last_key,
      string_agg(${start}::text || id || '","op":"put","data":' || data || '}', ',' order by place) as json
    from page`.execute(tx);
  const row = rows[0];
  return { count: row?.n ?? 0, lastKey: row?.last_key ?? null, json: row?.json ?? '' };
}

/** Runs the query of a source that returns its rows as columns, and serializes them as the JSON text of `PackedRows`. */
export async function readPackedRows(
  tx: TeamTx,
  entity: string,
  columns: readonly string[],
  source: RawBuilder<unknown>,
): Promise<SnapshotRows> {
  const lists = columns.map((field) => {
    const column = sql.id(nameColumn(field));
    return sql`${sql.lit(`"${field}":`)} || case when count(${column}) = 0 then 'null' else json_agg(${column})::text end`;
  });
  // Omit ORDER BY in the aggregates, which would sort once per column. The CTE is scanned in the order in which the source
  // produced it.
  const { rows } = await sql<{ n: number; last_key: string | null; json: string | null }>`
    with page as materialized (${source})
    select count(*)::int as n, (array_agg(key))[count(*)]::text as last_key,
      ${`{"entity":"${entity}","columns":{`}::text || concat_ws(',', ${sql.join(lists)}) || '}}' as json
    from page`.execute(tx);
  const row = rows[0];
  return { count: row?.n ?? 0, lastKey: row?.last_key ?? null, json: row?.json ?? '' };
}
