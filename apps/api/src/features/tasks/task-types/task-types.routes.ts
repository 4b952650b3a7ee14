import { taskTypesRoutes } from '@hearth/contracts/task-types/task-types';
import { requestKeyOf, setSeqHeader } from '#platform/commands/index.ts';
import { withTeam } from '#platform/db/index.ts';
import { bind, type App, type Binding, type Caller } from '#platform/feature.ts';
import { decodePlaceCursor, toPage } from '#platform/http/paging.ts';
import { listTaskTypes } from './task-types.queries.ts';
import { changeTaskType, createTaskType, removeTaskType, restoreTaskType } from './task-types.service.ts';

export function bindTaskTypes(app: App): Binding[] {
  const onTeam = (caller: Caller) => ({ teamId: caller.teamId, userId: caller.actor.userId });

  return [
    bind('taskTypes.list', taskTypesRoutes, async ({ caller, query }) => {
      const after = decodePlaceCursor(query.cursor);
      const rows = await withTeam(
        app.db,
        onTeam(caller),
        (tx) => listTaskTypes(tx, { after, limit: query.limit }),
        { isReadOnly: true },
      );
      const page = toPage(rows, query.limit, (row) => [row.position, row.id]);
      return { taskTypes: page.rows, nextCursor: page.nextCursor };
    }),
    bind('taskTypes.create', taskTypesRoutes, async ({ caller, body, request, reply }) => {
      const result = await createTaskType(app, onTeam(caller), body, requestKeyOf(request, body, 201));
      setSeqHeader(reply, result);
      return result.value;
    }),
    bind('taskTypes.update', taskTypesRoutes, async ({ caller, params, body, request, reply }) => {
      const on = { ...onTeam(caller), typeId: params.typeId };
      const result = await changeTaskType(app, on, body, requestKeyOf(request, body, 200));
      setSeqHeader(reply, result);
      return result.value;
    }),
    bind('taskTypes.delete', taskTypesRoutes, async ({ caller, params, request, reply }) => {
      const on = { ...onTeam(caller), typeId: params.typeId };
      setSeqHeader(reply, await removeTaskType(app, on, requestKeyOf(request, null, 204)));
    }),
    bind('taskTypes.restore', taskTypesRoutes, async ({ caller, params, request, reply }) => {
      const on = { ...onTeam(caller), typeId: params.typeId };
      const result = await restoreTaskType(app, on, requestKeyOf(request, null, 200));
      setSeqHeader(reply, result);
      return result.value;
    }),
  ];
}
