import { statusesRoutes } from '@hearth/contracts/tasks/tasks';
import { bindCommand } from '#platform/commands/index.ts';
import { readTeam } from '#platform/db/index.ts';
import { bind, type App, type Binding, type Caller } from '#platform/feature.ts';
import { decodePlaceCursor, toPage } from '#platform/http/paging.ts';
import { listStatuses } from './statuses.queries.ts';
import { changeStatus, createStatus, removeStatus } from './statuses.service.ts';

export function bindStatuses(app: App): Binding[] {
  const onTeam = (caller: Caller) => ({ teamId: caller.teamId, userId: caller.actor.userId });

  return [
    bind('statuses.list', statusesRoutes, async ({ caller, query }) => {
      const after = decodePlaceCursor(query.cursor);
      const rows = await readTeam(app.db, onTeam(caller), (tx) =>
        listStatuses(tx, { after, limit: query.limit }),
      );
      const page = toPage(rows, query.limit, (row) => [row.position, row.id]);
      return { statuses: page.rows, nextCursor: page.nextCursor };
    }),
    bindCommand('statuses.create', statusesRoutes, ({ caller, body, key }) =>
      createStatus(app, onTeam(caller), body, key),
    ),
    bindCommand('statuses.update', statusesRoutes, async ({ caller, params, body, key }) => {
      const on = { ...onTeam(caller), statusId: params.statusId };
      return await changeStatus(app, on, body, key);
    }),
    bindCommand('statuses.delete', statusesRoutes, async ({ caller, params, key }) => {
      const on = { ...onTeam(caller), statusId: params.statusId };
      return await removeStatus(app, on, key);
    }),
  ];
}
