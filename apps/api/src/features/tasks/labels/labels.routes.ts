import { labelsRoutes } from '@hearth/contracts/labels/labels';
import { bindCommand } from '#platform/commands/index.ts';
import { readTeam } from '#platform/db/index.ts';
import { bind, type App, type Binding, type Caller } from '#platform/feature.ts';
import { decodeIdCursor, toPage } from '#platform/http/paging.ts';
import { listLabels } from './labels.queries.ts';
import { changeLabel, createLabel, removeLabel } from './labels.service.ts';

export function bindLabels(app: App): Binding[] {
  const onTeam = (caller: Caller) => ({ teamId: caller.teamId, userId: caller.actor.userId });

  return [
    bind('labels.list', labelsRoutes, async ({ caller, query }) => {
      const after = decodeIdCursor(query.cursor);
      const rows = await readTeam(app.db, onTeam(caller), (tx) =>
        listLabels(tx, { after, limit: query.limit }),
      );
      const page = toPage(rows, query.limit, (row) => [row.id]);
      return { labels: page.rows, nextCursor: page.nextCursor };
    }),
    bindCommand('labels.create', labelsRoutes, ({ caller, body, key }) =>
      createLabel(app, onTeam(caller), body, key),
    ),
    bindCommand('labels.update', labelsRoutes, async ({ caller, params, body, key }) => {
      const on = { ...onTeam(caller), labelId: params.labelId };
      return await changeLabel(app, on, body, key);
    }),
    bindCommand('labels.delete', labelsRoutes, async ({ caller, params, key }) => {
      const on = { ...onTeam(caller), labelId: params.labelId };
      return await removeLabel(app, on, key);
    }),
  ];
}
