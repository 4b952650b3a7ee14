import { sql, type RawBuilder } from 'kysely';
import {
  asItWas,
  COMPUTED_ONCE,
  isAfterId,
  type HistoricalSnapshotRequest,
  type SnapshotRequest,
  type SnapshotSource,
} from '#platform/sync/index.ts';
import { isAmong, visibleTo } from '#features/projects/index.ts';
import { documentJson, isVisible } from '#features/documents/model/documents.queries.ts';
import { wasDocumentVisible } from '#features/documents/model/past-sight.queries.ts';

function selectDocuments({ teamId, actor, after, limit }: SnapshotRequest): RawBuilder<unknown> {
  return sql`
    select d.id, d.id::text as key, ${documentJson} as data from documents d
    where d.team_id = ${teamId} and d.deleted_at is null and ${isVisible(actor)} and ${isAfterId('d.id', after)}
    order by d.id limit ${limit}`;
}

/** Applies current rights to the location at that time. When the team is viewed as another member, both users' rights apply. */
function wasVisible({
  teamId,
  actor,
  at,
}: Pick<HistoricalSnapshotRequest, 'teamId' | 'actor' | 'at'>): RawBuilder<boolean> {
  if (actor.of !== undefined) {
    const [one, other] = actor.of.map((each) => wasVisible({ teamId, actor: each, at }));
    return sql<boolean>`(${one} and ${other})`;
  }
  return wasDocumentVisible({
    teamId,
    id: sql`d.id`,
    isLater: sql`l.at > ${at}`,
    isProjectVisible: (projectId) => isAmong(visibleTo(actor), projectId),
    granted: sql`${Object.keys(actor.pages ?? {})}::uuid[]`,
  });
}

function selectPastDocuments({
  teamId,
  actor,
  at,
  after,
  limit,
}: HistoricalSnapshotRequest): RawBuilder<unknown> {
  const data = asItWas({ entity: 'document', teamId, id: sql`o.id`, json: sql`o.json` }, at);
  return sql`
    select o.id, o.id::text as key, ${data} as data from (
      select d.id, ${documentJson}::jsonb as json from documents d
      where d.team_id = ${teamId} and d.created_at <= ${at} and (d.deleted_at is null or d.deleted_at > ${at})
        and ${isVisible(actor)} and ${isAfterId('d.id', after)} and ${wasVisible({ teamId, actor, at })} ${COMPUTED_ONCE}
    ) o order by o.id limit ${limit}`;
}

export const documentSnapshot: SnapshotSource[] = [
  { entity: 'document', order: 'id', select: selectDocuments, selectPast: selectPastDocuments },
];
