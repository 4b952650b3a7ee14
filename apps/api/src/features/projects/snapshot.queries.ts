import { sql, type RawBuilder } from 'kysely';
import { isAfterId, type SnapshotAsk, type SnapshotSource } from '#platform/sync/index.ts';
import { projectJson } from './projects.queries.ts';
import { visibleTo } from './projects.routes.ts';

function selectProjects({ teamId, actor, after, limit }: SnapshotAsk): RawBuilder<unknown> {
  const visible = visibleTo(actor);
  return sql`
    select p.id, p.id::text as key, ${projectJson} as data from projects p
    where p.team_id = ${teamId} and p.deleted_at is null
      and ${visible === 'all' ? sql`true` : sql`p.id = any (${visible}::uuid[])`} and ${isAfterId('p.id', after)}
    order by p.id limit ${limit}`;
}

export const projectSnapshot: SnapshotSource[] = [{ entity: 'project', order: 'id', select: selectProjects }];
