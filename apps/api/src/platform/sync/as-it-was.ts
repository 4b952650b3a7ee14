import { sql, type RawBuilder } from 'kysely';
import type { SyncEntity } from '@hearth/contracts/sync-values';
import type { HistoricalSnapshotRequest } from './snapshot.ts';
import { isAfterId } from './snapshot-sql.ts';

/** The history field that contains the complete row of a purged object. */
export const PURGED_ROW = 'gone';

/**
 * Optimization fence at the end of a subquery, which makes its columns be computed once per row. Without it, the planner inlines the
 * columns at every reference and rebuilds the row each time.
 */
export const COMPUTED_ONCE: RawBuilder<unknown> = sql`offset 0`;

interface RowInTime {
  entity: SyncEntity;
  teamId: string;
  /** SQL expression for the row's id. */
  id: RawBuilder<unknown>;
  /**
   * The row's current JSON in the format of the API contract, as jsonb. Must be a column of a select that ends with
   * `COMPUTED_ONCE`.
   */
  json: RawBuilder<unknown>;
  /** A field whose values have separate history entries, as `<field>.<key>`. */
  byKey?: string;
}

/**
 * Returns a row as it was right after `at`. A field that changed later gets the old value of its first later change. Unchanged fields, and
 * fields that the history omits (such as positions), get their current value.
 */
export function asItWas({ entity, teamId, id, json, byKey }: RowInTime, at: Date): RawBuilder<unknown> {
  const isOfKey = byKey === undefined ? sql`false` : sql`first.field like ${`${byKey}.%`}`;
  // The value of a key before it was first set is null, because the key did not exist.
  const values =
    byKey === undefined
      ? sql`'{}'::jsonb`
      : sql`jsonb_build_object(${byKey}::text, jsonb_strip_nulls((${json} -> ${byKey}) || coalesce(
          jsonb_object_agg(substr(first.field, ${byKey.length + 2}), first.old_value) filter (where ${isOfKey}), '{}')))`;
  return sql`(${json} || coalesce((
    select coalesce(jsonb_object_agg(first.field, first.old_value) filter (where ${json} ? first.field), '{}') || ${values}
    from (
      select distinct on (x.field) x.field, x.old_value from history x
      where x.team_id = ${teamId} and x.entity = ${entity} and x.entity_id = ${id} and x.at > ${at} and x.field <> ${PURGED_ROW}
      order by x.field, x.seq, x.ordinal
    ) first), '{}'::jsonb))`;
}

/**
 * Selects rows as they were at that time: existing rows, and rows purged since.
 * @param rows a select of `id` and `json` of the existing rows
 */
export function selectWithPurged(
  entity: SyncEntity,
  { teamId, at, after, limit }: HistoricalSnapshotRequest,
  rows: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const data = asItWas({ entity, teamId, id: sql`o.id`, json: sql`o.json` }, at);
  return sql`
    with there (id, json) as (${rows})
    select o.id, o.id::text as key, ${data} as data from (
      select id, json from there union all
      select h.entity_id, h.old_value from history h
      where h.team_id = ${teamId} and h.entity = ${entity} and h.field = ${PURGED_ROW} and h.at > ${at}
        and not exists (select from there where there.id = h.entity_id)
        and not exists (
          select from history l where l.team_id = h.team_id and l.entity = h.entity and l.entity_id = h.entity_id
            and l.field = h.field and l.seq > h.seq)
    ) o where ${isAfterId('o.id', after)} order by o.id limit ${limit}`;
}
