import { sql, type RawBuilder } from 'kysely';
import type { SyncEntity } from '@hearth/contracts/sync-values';
import type { PastAsk } from './snapshot.ts';
import { isAfterId } from './snapshot-sql.ts';

/** The field under which the history keeps a whole row that was purged. */
export const GONE = 'gone';

/**
 * An optimisation fence at the end of a subquery: its columns are computed once for each row. Without it the
 * planner inlines them at every mention, and the past of a row costs as many rows as it is mentioned in.
 */
export const COMPUTED_ONCE: RawBuilder<unknown> = sql`offset 0`;

interface RowInTime {
  entity: SyncEntity;
  teamId: string;
  /** The row's id in the statement. */
  id: RawBuilder<unknown>;
  /** Its shape of the contract as it is now, as jsonb: a column of a select that ends with `COMPUTED_ONCE`. */
  json: RawBuilder<unknown>;
  /** A field whose values the history keeps one by one, as `<field>.<key>`. */
  byKey?: string;
}

/**
 * A row as it was right after `at`: each field as the first change after that found it, the others as they are. Fields
 * that the history leaves out (positions, say) stay as they are now.
 */
export function asItWas({ entity, teamId, id, json, byKey }: RowInTime, at: Date): RawBuilder<unknown> {
  const isOfKey = byKey === undefined ? sql`false` : sql`first.field like ${`${byKey}.%`}`;
  // What a value was before it was given is null: it was not there.
  const values =
    byKey === undefined
      ? sql`'{}'::jsonb`
      : sql`jsonb_build_object(${byKey}::text, jsonb_strip_nulls((${json} -> ${byKey}) || coalesce(
          jsonb_object_agg(substr(first.field, ${byKey.length + 2}), first.old_value) filter (where ${isOfKey}), '{}')))`;
  return sql`(${json} || coalesce((
    select coalesce(jsonb_object_agg(first.field, first.old_value) filter (where ${json} ? first.field), '{}') || ${values}
    from (
      select distinct on (x.field) x.field, x.old_value from history x
      where x.team_id = ${teamId} and x.entity = ${entity} and x.entity_id = ${id} and x.at > ${at} and x.field <> ${GONE}
      order by x.field, x.seq, x.ordinal
    ) first), '{}'::jsonb))`;
}

/**
 * What is purged, as it was: the rows that are there, and those that went after the moment.
 * @param rows a select of `id` and `json` of those that are there
 */
export function selectWithGone(
  entity: SyncEntity,
  { teamId, at, after, limit }: PastAsk,
  rows: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const data = asItWas({ entity, teamId, id: sql`o.id`, json: sql`o.json` }, at);
  return sql`
    with there (id, json) as (${rows})
    select o.id, o.id::text as key, ${data} as data from (
      select id, json from there union all
      select h.entity_id, h.old_value from history h
      where h.team_id = ${teamId} and h.entity = ${entity} and h.field = ${GONE} and h.at > ${at}
        and not exists (select from there where there.id = h.entity_id)
        and not exists (
          select from history l where l.team_id = h.team_id and l.entity = h.entity and l.entity_id = h.entity_id
            and l.field = h.field and l.seq > h.seq)
    ) o where ${isAfterId('o.id', after)} order by o.id limit ${limit}`;
}
