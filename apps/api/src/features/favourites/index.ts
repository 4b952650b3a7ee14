import { sql, type RawBuilder } from 'kysely';
import { addAccountPart } from '#features/auth/index.ts';
import { onRightsLost } from '#features/members/index.ts';
import { onProject } from '#features/projects/index.ts';
import { onViewWithdrawn } from '#features/views/index.ts';
import type { App, Feature } from '#platform/feature.ts';
import { isAfterId, type SnapshotAsk } from '#platform/sync/index.ts';
import { createFavouritesPart } from './favourites-account.ts';
import {
  deleteFavouriteRows,
  favouriteJson,
  favouritesInSight,
  forgetFavourites,
  putFavouriteRows,
} from './favourites.queries.ts';
import { bindFavourites } from './favourites.routes.ts';
import { forgetFavouriteView } from './favourites.service.ts';

export async function favourites(app: App): Promise<Feature> {
  addAccountPart(app, createFavouritesPart(app));
  onRightsLost(app, forgetFavourites);
  onViewWithdrawn(app, forgetFavouriteView);
  onProject(app, {
    async trashed(command, projectId) {
      command.logMany(deleteFavouriteRows(command.teamId, projectId));
    },
    async restored(command, projectId) {
      command.logMany(putFavouriteRows(command.teamId, projectId));
    },
  });
  return {
    name: 'favourites',
    bindings: bindFavourites(app),
    snapshot: [{ entity: 'favourite', order: 'id', select: selectFavourites }],
  };
}

/** What the reader has at hand. */
function selectFavourites({ teamId, actor, after, limit }: SnapshotAsk): RawBuilder<unknown> {
  return sql`
    select f.id, f.id::text as key, ${favouriteJson} as data from favourites f
    where ${favouritesInSight(teamId, actor)} and ${isAfterId('f.id', after)} order by f.id limit ${limit}`;
}
