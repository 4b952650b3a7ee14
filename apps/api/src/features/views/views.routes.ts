import { savedViewsRoutes } from '@hearth/contracts/views/saved-views';
import { requestKeyOf, setSeqHeader } from '#platform/commands/index.ts';
import { withTeam } from '#platform/db/index.ts';
import { invalidField } from '#platform/errors.ts';
import { bind, type App, type Binding, type Caller } from '#platform/feature.ts';
import { decodeCursor, toPage } from '#platform/http/paging.ts';
import { toUuid } from '#platform/uuid.ts';
import { listViews } from './views.queries.ts';
import { changeView, createView, removeView } from './views.service.ts';

export function bindViews(app: App): Binding[] {
  const onTeam = ({ teamId, actor }: Caller) => ({ teamId, actor });

  return [
    bind('views.list', savedViewsRoutes, async ({ caller, query }) => {
      const { teamId, actor } = caller;
      const [after = null] = decodeCursor(query.cursor, 1) ?? [];
      if (after !== null && toUuid(after) === null)
        throw invalidField(
          'cursor',
          'isn’t a valid cursor of this list: pass the nextCursor of the previous page',
        );
      const rows = await withTeam(
        app.db,
        { teamId, userId: actor.userId },
        (tx) => listViews(tx, actor, { after, limit: query.limit }),
        { isReadOnly: true },
      );
      const page = toPage(rows, query.limit, (row) => [row.id]);
      return { views: page.rows, nextCursor: page.nextCursor };
    }),
    bind('views.create', savedViewsRoutes, async ({ caller, body, request, reply }) => {
      const result = await createView(app, onTeam(caller), body, requestKeyOf(request, body, 201));
      setSeqHeader(reply, result);
      return result.value;
    }),
    bind('views.update', savedViewsRoutes, async ({ caller, params, body, request, reply }) => {
      const on = { ...onTeam(caller), viewId: params.viewId };
      const result = await changeView(app, on, body, requestKeyOf(request, body, 200));
      setSeqHeader(reply, result);
      return result.value;
    }),
    bind('views.delete', savedViewsRoutes, async ({ caller, params, request, reply }) => {
      const on = { ...onTeam(caller), viewId: params.viewId };
      setSeqHeader(reply, await removeView(app, on, requestKeyOf(request, null, 204)));
    }),
  ];
}
