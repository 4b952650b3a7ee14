import { sql, type RawBuilder } from 'kysely';
import { addAccountPart } from '#features/auth/index.ts';
import type { App, Feature } from '#platform/feature.ts';
import { isAfterId, type SnapshotRequest } from '#platform/sync/index.ts';
import { listKinds } from './favourite-kind.ts';
import { createFavouritesPart } from './favourites-account.ts';
import { favouriteJson, visibleFavourites, deleteFavouritesOf } from './favourites.queries.ts';
import { bindFavouriteList } from './favourites.routes.ts';

export { addFavouriteKind, type FavouriteKind } from './favourite-kind.ts';
export { deleteFavouriteRows, putFavouriteRows } from './favourites.queries.ts';
export { bindFavourites } from './favourites.routes.ts';
export { withdrawFavourite } from './favourites.service.ts';

/** Favourites. Features that depend on this one register the kinds of object. */
export async function favourites(app: App): Promise<Feature> {
  addAccountPart(app, createFavouritesPart(app));
  app.events.on('rights.lost', ({ tx }, userIds) => deleteFavouritesOf(tx, listKinds(app), userIds));
  return {
    name: 'favourites',
    bindings: [bindFavouriteList(app)],
    snapshot: [{ entity: 'favourite', order: 'id', select: (request) => selectFavourites(app, request) }],
  };
}

/** Selects the reader's favourites for the snapshot. */
function selectFavourites(app: App, { teamId, actor, after, limit }: SnapshotRequest): RawBuilder<unknown> {
  const kinds = listKinds(app);
  return sql`
    select f.id, f.id::text as key, ${favouriteJson(kinds)} as data from favourites f
    where ${visibleFavourites(kinds, teamId, actor)} and ${isAfterId('f.id', after)} order by f.id limit ${limit}`;
}
