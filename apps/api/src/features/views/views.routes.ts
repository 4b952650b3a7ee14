import { savedViewsRoutes } from '@hearth/contracts/views/saved-views';
import { bindCommand } from '#platform/commands/index.ts';
import { readTeam } from '#platform/db/index.ts';
import { bind, type App, type Binding, type Caller } from '#platform/feature.ts';
import { decodeIdCursor, toPage } from '#platform/http/paging.ts';
import { listViews } from './views.queries.ts';
import { changeView, createView, removeView } from './views.service.ts';

export function bindViews(app: App): Binding[] {
  const onTeam = ({ teamId, actor }: Caller) => ({ teamId, actor });

  return [
    bind('views.list', savedViewsRoutes, async ({ caller, query }) => {
      const { teamId, actor } = caller;
      const after = decodeIdCursor(query.cursor);
      const rows = await readTeam(app.db, { teamId, userId: actor.userId }, (tx) =>
        listViews(tx, actor, { after, limit: query.limit }),
      );
      const page = toPage(rows, query.limit, (row) => [row.id]);
      return { views: page.rows, nextCursor: page.nextCursor };
    }),
    bindCommand('views.create', savedViewsRoutes, ({ caller, body, key }) =>
      createView(app, onTeam(caller), body, key),
    ),
    bindCommand('views.update', savedViewsRoutes, async ({ caller, params, body, key }) => {
      const on = { ...onTeam(caller), viewId: params.viewId };
      return await changeView(app, on, body, key);
    }),
    bindCommand('views.delete', savedViewsRoutes, async ({ caller, params, key }) => {
      const on = { ...onTeam(caller), viewId: params.viewId };
      return await removeView(app, on, key);
    }),
  ];
}
