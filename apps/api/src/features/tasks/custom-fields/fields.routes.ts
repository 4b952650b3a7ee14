import { customFieldsRoutes } from '@hearth/contracts/custom-fields/custom-fields';
import { bindCommand } from '#platform/commands/index.ts';
import { readTeam } from '#platform/db/index.ts';
import { bind, type App, type Binding, type Caller } from '#platform/feature.ts';
import { decodePlaceCursor, toPage } from '#platform/http/paging.ts';
import { listFields } from './fields.queries.ts';
import { changeField, createField, removeField, restoreField } from './fields.service.ts';

export function bindFields(app: App): Binding[] {
  const onTeam = (caller: Caller) => ({ teamId: caller.teamId, userId: caller.actor.userId });

  return [
    bind('fields.list', customFieldsRoutes, async ({ caller, query }) => {
      const after = decodePlaceCursor(query.cursor);
      const rows = await readTeam(app.db, onTeam(caller), (tx) =>
        listFields(tx, { after, limit: query.limit }),
      );
      const page = toPage(rows, query.limit, (row) => [row.position, row.id]);
      return { fields: page.rows, nextCursor: page.nextCursor };
    }),
    bindCommand('fields.create', customFieldsRoutes, ({ caller, body, key }) =>
      createField(app, onTeam(caller), body, key),
    ),
    bindCommand('fields.update', customFieldsRoutes, async ({ caller, params, body, key }) => {
      const on = { ...onTeam(caller), fieldId: params.fieldId };
      return await changeField(app, on, body, key);
    }),
    bindCommand('fields.delete', customFieldsRoutes, async ({ caller, params, key }) => {
      const on = { ...onTeam(caller), fieldId: params.fieldId };
      return await removeField(app, on, key);
    }),
    bindCommand('fields.restore', customFieldsRoutes, async ({ caller, params, key }) => {
      const on = { ...onTeam(caller), fieldId: params.fieldId };
      return await restoreField(app, on, key);
    }),
  ];
}
