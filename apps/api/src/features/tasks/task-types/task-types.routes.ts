import { taskTypesRoutes } from '@hearth/contracts/task-types/task-types';
import { bindCommand } from '#platform/commands/index.ts';
import { readTeam } from '#platform/db/index.ts';
import { bind, type App, type Binding, type Caller } from '#platform/feature.ts';
import { decodePlaceCursor, toPage } from '#platform/http/paging.ts';
import { listTaskTypes } from './task-types.queries.ts';
import { changeTaskType, createTaskType, removeTaskType, restoreTaskType } from './task-types.service.ts';

export function bindTaskTypes(app: App): Binding[] {
  const onTeam = (caller: Caller) => ({ teamId: caller.teamId, userId: caller.actor.userId });

  return [
    bind('taskTypes.list', taskTypesRoutes, async ({ caller, query }) => {
      const after = decodePlaceCursor(query.cursor);
      const rows = await readTeam(app.db, onTeam(caller), (tx) =>
        listTaskTypes(tx, { after, limit: query.limit }),
      );
      const page = toPage(rows, query.limit, (row) => [row.position, row.id]);
      return { taskTypes: page.rows, nextCursor: page.nextCursor };
    }),
    bindCommand('taskTypes.create', taskTypesRoutes, ({ caller, body, key }) =>
      createTaskType(app, onTeam(caller), body, key),
    ),
    bindCommand('taskTypes.update', taskTypesRoutes, async ({ caller, params, body, key }) => {
      const on = { ...onTeam(caller), typeId: params.typeId };
      return await changeTaskType(app, on, body, key);
    }),
    bindCommand('taskTypes.delete', taskTypesRoutes, async ({ caller, params, key }) => {
      const on = { ...onTeam(caller), typeId: params.typeId };
      return await removeTaskType(app, on, key);
    }),
    bindCommand('taskTypes.restore', taskTypesRoutes, async ({ caller, params, key }) => {
      const on = { ...onTeam(caller), typeId: params.typeId };
      return await restoreTaskType(app, on, key);
    }),
  ];
}
