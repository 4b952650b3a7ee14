import { checklistRoutes } from '@hearth/contracts/checklists/checklist';
import { bindCommand } from '#platform/commands/index.ts';
import { readTeam } from '#platform/db/index.ts';
import { bind, type App, type Binding, type Caller } from '#platform/feature.ts';
import { decodePlaceCursor, toPage } from '#platform/http/paging.ts';
import { listItems } from './checklist.queries.ts';
import { changeItem, createItem, removeItem } from './checklist.service.ts';

export function bindChecklists(app: App): Binding[] {
  const onTask = ({ teamId, actor, object }: Caller) => ({ teamId, actor, taskId: object.id });

  return [
    bind('checklist.list', checklistRoutes, async ({ caller, query }) => {
      const after = decodePlaceCursor(query.cursor);
      const { teamId, actor, object } = caller;
      const rows = await readTeam(app.db, { teamId, userId: actor.userId }, (tx) =>
        listItems(tx, object.id, { after, limit: query.limit }),
      );
      const page = toPage(rows, query.limit, (row) => [row.position, row.id]);
      return { items: page.rows, nextCursor: page.nextCursor };
    }),
    bindCommand('checklist.create', checklistRoutes, ({ caller, body, key }) =>
      createItem(app, onTask(caller), body, key),
    ),
    bindCommand('checklist.update', checklistRoutes, async ({ caller, params, body, key }) => {
      const on = { ...onTask(caller), itemId: params.itemId };
      return await changeItem(app, on, body, key);
    }),
    bindCommand('checklist.delete', checklistRoutes, async ({ caller, params, key }) => {
      const on = { ...onTask(caller), itemId: params.itemId };
      return await removeItem(app, on, key);
    }),
  ];
}
