import { favouritesRoutes } from '@hearth/contracts/favourites/favourites';
import { requestKeyOf, setSeqHeader } from '#platform/commands/index.ts';
import { withTeam } from '#platform/db/index.ts';
import { invalidField } from '#platform/errors.ts';
import { bind, type App, type Binding } from '#platform/feature.ts';
import { decodeCursor, toPage } from '#platform/http/paging.ts';
import { toUuid } from '#platform/uuid.ts';
import { listFavourites } from './favourites.queries.ts';
import { putFavourite, removeFavourite } from './favourites.service.ts';

export function bindFavourites(app: App): Binding[] {
  return [
    bind('favourites.list', favouritesRoutes, async ({ caller, query }) => {
      const { teamId, actor } = caller;
      const [position, lastId] = decodeCursor(query.cursor, 2) ?? [];
      const after = position === undefined || lastId === undefined ? null : { position, id: lastId };
      if (after !== null && toUuid(after.id) === null)
        throw invalidField('cursor', 'isn’t a cursor of this list: pass nextCursor as you got it');
      const rows = await withTeam(
        app.db,
        { teamId, userId: actor.userId },
        (tx) => listFavourites(tx, actor, { after, limit: query.limit }),
        { isReadOnly: true },
      );
      const page = toPage(rows, query.limit, (row) => [row.position, row.id]);
      return { favourites: page.rows, nextCursor: page.nextCursor };
    }),
    bind('projects.favourite', favouritesRoutes, async ({ caller, params, body, request, reply }) => {
      const { teamId, actor } = caller;
      const on = { teamId, actor, kind: 'project', id: params.projectId } as const;
      const result = await putFavourite(app, on, body, requestKeyOf(request, body, 200));
      setSeqHeader(reply, result);
      return result.value;
    }),
    bind('projects.unfavourite', favouritesRoutes, async ({ caller, params, request, reply }) => {
      const { teamId, actor } = caller;
      const on = { teamId, actor, kind: 'project', id: params.projectId } as const;
      setSeqHeader(reply, await removeFavourite(app, on, requestKeyOf(request, null, 204)));
    }),
    bind('views.favourite', favouritesRoutes, async ({ caller, params, body, request, reply }) => {
      const { teamId, actor } = caller;
      const on = { teamId, actor, kind: 'view', id: params.viewId } as const;
      const result = await putFavourite(app, on, body, requestKeyOf(request, body, 200));
      setSeqHeader(reply, result);
      return result.value;
    }),
    bind('views.unfavourite', favouritesRoutes, async ({ caller, params, request, reply }) => {
      const { teamId, actor } = caller;
      const on = { teamId, actor, kind: 'view', id: params.viewId } as const;
      setSeqHeader(reply, await removeFavourite(app, on, requestKeyOf(request, null, 204)));
    }),
  ];
}
