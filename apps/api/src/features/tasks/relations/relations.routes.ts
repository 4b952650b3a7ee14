import { relationsRoutes } from '@hearth/contracts/relations/relations';
import { visibleTo } from '#features/projects/index.ts';
import { bindCommand } from '#platform/commands/index.ts';
import { readTeam } from '#platform/db/index.ts';
import { bind, type App, type Binding, type Caller } from '#platform/feature.ts';
import { decodeIdCursor, toPage } from '#platform/http/paging.ts';
import { listRelations } from './relations.queries.ts';
import { createRelation, removeRelation } from './relations.service.ts';

export function bindRelations(app: App): Binding[] {
  const onTask = ({ teamId, actor, object }: Caller) => ({ teamId, actor, taskId: object.id });

  return [
    bind('relations.list', relationsRoutes, async ({ caller, query }) => {
      const after = decodeIdCursor(query.cursor);
      const { teamId, actor, object } = caller;
      const rows = await readTeam(app.db, { teamId, userId: actor.userId }, (tx) =>
        listRelations(tx, { taskId: object.id, visible: visibleTo(actor) }, { after, limit: query.limit }),
      );
      const page = toPage(rows, query.limit, (row) => [row.id]);
      return { relations: page.rows, nextCursor: page.nextCursor };
    }),
    bindCommand('relations.create', relationsRoutes, ({ caller, body, key }) =>
      createRelation(app, onTask(caller), body, key),
    ),
    bindCommand('relations.delete', relationsRoutes, async ({ caller, params, key }) => {
      const on = { ...onTask(caller), relationId: params.relationId };
      return await removeRelation(app, on, key);
    }),
  ];
}
