import { favouritesRoutes } from '@hearth/contracts/favourites/favourites';
import type { RouteSpec } from '@hearth/contracts/core/route';
import { bindCommandRoute } from '#platform/commands/index.ts';
import { readTeam } from '#platform/db/index.ts';
import { bind, type App, type Binding, type Caller } from '#platform/feature.ts';
import { decodeCursor, invalidCursor, toPage } from '#platform/http/paging.ts';
import { toUuid } from '#platform/uuid.ts';
import type { z } from 'zod';
import { listKinds, type FavouriteKind, type FavouriteTarget } from './favourite-kind.ts';
import { listFavourites } from './favourites.queries.ts';
import { putFavourite, removeFavourite } from './favourites.service.ts';

export function bindFavouriteList(app: App): Binding {
  return bind('favourites.list', favouritesRoutes, async ({ caller, query }) => {
    const { teamId, actor } = caller;
    const [position, lastId] = decodeCursor(query.cursor, 2) ?? [];
    const after = position === undefined || lastId === undefined ? null : { position, id: lastId };
    if (after !== null && toUuid(after.id) === null) throw invalidCursor();
    const rows = await readTeam(app.db, { teamId, userId: actor.userId }, (tx) =>
      listFavourites(tx, listKinds(app), actor, { after, limit: query.limit }),
    );
    const page = toPage(rows, query.limit, (row) => [row.position, row.id]);
    return { favourites: page.rows, nextCursor: page.nextCursor };
  });
}

type FavouriteRoute = RouteSpec & { params: z.ZodType<Record<string, string>> };

/** Binds the favourite routes of one kind, which the contract defines with `defineFavouriteRoutes`. */
export function bindFavourites(
  app: App,
  kind: FavouriteKind,
  [put, remove]: readonly [
    FavouriteRoute & { body: z.ZodType<{ position?: string | undefined }> },
    FavouriteRoute,
  ],
): Binding[] {
  const targetOf = ({ teamId, actor }: Caller, params: Record<string, string>): FavouriteTarget => ({
    teamId,
    actor,
    id: params[`${kind.name}Id`] ?? '',
  });

  return [
    bindCommandRoute(put, ({ caller, params, body, key }) =>
      putFavourite(app, kind, targetOf(caller, params), body, key),
    ),
    bindCommandRoute(remove, ({ caller, params, key }) =>
      removeFavourite(app, kind, targetOf(caller, params), key),
    ),
  ];
}
