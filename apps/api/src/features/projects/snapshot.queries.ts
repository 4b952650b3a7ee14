import { sql, type RawBuilder } from 'kysely';
import {
  asItWas,
  COMPUTED_ONCE,
  isAfterId,
  type HistoricalSnapshotRequest,
  type SnapshotRequest,
  type SnapshotSource,
} from '#platform/sync/index.ts';
import { isAmong, projectJson, visibleTo } from './projects.queries.ts';

function selectProjects({ teamId, actor, after, limit }: SnapshotRequest): RawBuilder<unknown> {
  return sql`
    select p.id, p.id::text as key, ${projectJson} as data from projects p
    where p.team_id = ${teamId} and p.deleted_at is null
      and ${isAmong(visibleTo(actor), sql`p.id`)} and ${isAfterId('p.id', after)}
    order by p.id limit ${limit}`;
}

function selectPastProjects({
  teamId,
  actor,
  at,
  after,
  limit,
}: HistoricalSnapshotRequest): RawBuilder<unknown> {
  const data = asItWas({ entity: 'project', teamId, id: sql`o.id`, json: sql`o.json`, byKey: 'limits' }, at);
  return sql`
    select o.id, o.id::text as key, ${data} as data from (
      select p.id, ${projectJson}::jsonb as json from projects p
      where p.team_id = ${teamId} and p.created_at <= ${at} and (p.deleted_at is null or p.deleted_at > ${at})
        and ${isAmong(visibleTo(actor), sql`p.id`)} and ${isAfterId('p.id', after)} ${COMPUTED_ONCE}
    ) o order by o.id limit ${limit}`;
}

/** Selects the reader's own grants as loaded for the request: in a view as another member, the intersection of both members' grants. */
function selectOwnGrants({ actor, after, limit }: SnapshotRequest): RawBuilder<unknown> {
  return sql`
    select g.id, g.id::text as key, json_build_object('id', g.id, 'level', g.level) as data
    from (select key::uuid as id, value as level from jsonb_each_text(${JSON.stringify({ ...actor.grants, ...actor.pages })}::jsonb)) as g
    where ${isAfterId('g.id', after)} order by g.id limit ${limit}`;
}

export const projectSnapshot: SnapshotSource[] = [
  { entity: 'project', order: 'id', select: selectProjects, selectPast: selectPastProjects },
  { entity: 'grant', order: 'id', select: selectOwnGrants, selectPast: 'same' },
];
