import { customFieldsRoutes } from '@hearth/contracts/custom-fields/custom-fields';
import { requestKeyOf, setSeqHeader } from '#platform/commands/index.ts';
import { withTeam } from '#platform/db/index.ts';
import { bind, type App, type Binding, type Caller } from '#platform/feature.ts';
import { decodePlaceCursor, toPage } from '#platform/http/paging.ts';
import { listFields } from './fields.queries.ts';
import { changeField, createField, removeField, restoreField } from './fields.service.ts';

export function bindFields(app: App): Binding[] {
  const onTeam = (caller: Caller) => ({ teamId: caller.teamId, userId: caller.actor.userId });

  return [
    bind('fields.list', customFieldsRoutes, async ({ caller, query }) => {
      const after = decodePlaceCursor(query.cursor);
      const rows = await withTeam(
        app.db,
        onTeam(caller),
        (tx) => listFields(tx, { after, limit: query.limit }),
        { isReadOnly: true },
      );
      const page = toPage(rows, query.limit, (row) => [row.position, row.id]);
      return { fields: page.rows, nextCursor: page.nextCursor };
    }),
    bind('fields.create', customFieldsRoutes, async ({ caller, body, request, reply }) => {
      const result = await createField(app, onTeam(caller), body, requestKeyOf(request, body, 201));
      setSeqHeader(reply, result);
      return result.value;
    }),
    bind('fields.update', customFieldsRoutes, async ({ caller, params, body, request, reply }) => {
      const on = { ...onTeam(caller), fieldId: params.fieldId };
      const result = await changeField(app, on, body, requestKeyOf(request, body, 200));
      setSeqHeader(reply, result);
      return result.value;
    }),
    bind('fields.delete', customFieldsRoutes, async ({ caller, params, request, reply }) => {
      const on = { ...onTeam(caller), fieldId: params.fieldId };
      setSeqHeader(reply, await removeField(app, on, requestKeyOf(request, null, 204)));
    }),
    bind('fields.restore', customFieldsRoutes, async ({ caller, params, request, reply }) => {
      const on = { ...onTeam(caller), fieldId: params.fieldId };
      const result = await restoreField(app, on, requestKeyOf(request, null, 200));
      setSeqHeader(reply, result);
      return result.value;
    }),
  ];
}
