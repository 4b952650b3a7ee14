import { sql, type RawBuilder } from 'kysely';
import type { App, Feature } from '#platform/feature.ts';
import { isAfterId, type SnapshotRequest } from '#platform/sync/index.ts';
import { bindViewFavourites } from './view-favourites.ts';
import { deleteViewRows, isView, putViewRows, viewJson, visibleViews } from './views.queries.ts';
import { bindViews } from './views.routes.ts';

export { putViewRows } from './views.queries.ts';

export async function views(app: App): Promise<Feature> {
  app.events.onEach({
    async 'project.trashed'(command, projectId) {
      command.logMany(deleteViewRows(command.teamId, sql`v.project_id = ${projectId}`));
    },
    async 'project.restored'(command, projectId) {
      command.logMany(putViewRows(command.teamId, sql`v.project_id = ${projectId}`));
    },
  });
  return {
    name: 'views',
    bindings: [...bindViews(app), ...bindViewFavourites(app)],
    exists: { view: isView },
    snapshot: [{ entity: 'view', order: 'id', select: selectViews, selectPast: 'same' }],
  };
}

function selectViews({ teamId, actor, after, limit }: SnapshotRequest): RawBuilder<unknown> {
  return sql`
    select v.id, v.id::text as key, ${viewJson} as data from views v
    where ${visibleViews(teamId, actor)} and ${isAfterId('v.id', after)} order by v.id limit ${limit}`;
}
