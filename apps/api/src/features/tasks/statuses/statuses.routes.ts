import { statusesRoutes } from '@hearth/contracts/tasks/tasks';
import { requestKeyOf, setSeqHeader } from '#platform/commands/index.ts';
import { withTeam } from '#platform/db/index.ts';
import { bind, type App, type Binding, type Caller } from '#platform/feature.ts';
import { decodePlaceCursor, toPage } from '#platform/http/paging.ts';
import { listStatuses } from './statuses.queries.ts';
import { changeStatus, createStatus, removeStatus } from './statuses.service.ts';

export function bindStatuses(app: App): Binding[] {
  const onTeam = (caller: Caller) => ({ teamId: caller.teamId, userId: caller.actor.userId });

  return [
    bind('statuses.list', statusesRoutes, async ({ caller, query }) => {
      const after = decodePlaceCursor(query.cursor);
      const rows = await withTeam(
        app.db,
        onTeam(caller),
        (tx) => listStatuses(tx, { after, limit: query.limit }),
        { isReadOnly: true },
      );
      const page = toPage(rows, query.limit, (row) => [row.position, row.id]);
      return { statuses: page.rows, nextCursor: page.nextCursor };
    }),
    bind('statuses.create', statusesRoutes, async ({ caller, body, request, reply }) => {
      const result = await createStatus(app, onTeam(caller), body, requestKeyOf(request, body, 201));
      setSeqHeader(reply, result);
      return result.value;
    }),
    bind('statuses.update', statusesRoutes, async ({ caller, params, body, request, reply }) => {
      const on = { ...onTeam(caller), statusId: params.statusId };
      const result = await changeStatus(app, on, body, requestKeyOf(request, body, 200));
      setSeqHeader(reply, result);
      return result.value;
    }),
    bind('statuses.delete', statusesRoutes, async ({ caller, params, request, reply }) => {
      const on = { ...onTeam(caller), statusId: params.statusId };
      setSeqHeader(reply, await removeStatus(app, on, requestKeyOf(request, null, 204)));
    }),
  ];
}
