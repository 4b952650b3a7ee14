import { can } from '@hearth/contracts/permissions/permissions';
import { trashRoutes } from '@hearth/contracts/trash/trash';
import { bindCommand } from '#platform/commands/index.ts';
import { readTeam } from '#platform/db/index.ts';
import { bind, type App, type Binding } from '#platform/feature.ts';
import { decodeTimeCursor, toPage } from '#platform/http/paging.ts';
import { listTrash } from './task-trash.queries.ts';
import { listTrashKinds } from './trash-kind.ts';
import { deleteItem, emptyTrash } from './expire-items.service.ts';
import { restoreItem } from './trash.service.ts';
import { oldestRestorable } from '#platform/restorable.ts';

export function bindTrash(app: App): Binding[] {
  return [
    bind('trash.list', trashRoutes, async ({ caller, query }) => {
      const after = decodeTimeCursor(query.cursor);
      const since = oldestRestorable(app.clock.now());
      const rows = await readTeam(app.db, { teamId: caller.teamId, userId: caller.actor.userId }, (tx) =>
        listTrash(tx, listTrashKinds(app), caller.actor, since, {
          after,
          limit: query.limit,
          search: query.search,
          kind: query.kind,
        }),
      );
      const page = toPage(rows, query.limit, (row) => [row.deletedAt, row.id]);
      const items = page.rows.map(({ createdBy, access, ...item }) => {
        const object = { projectId: item.projectId, createdBy, isTrashed: true, ...(access && { access }) };
        return {
          ...item,
          mayRestore: can(caller.actor, 'trash.restore', object),
          mayDelete: can(caller.actor, 'trash.delete', object),
        };
      });
      return { items, nextCursor: page.nextCursor };
    }),
    bindCommand('trash.restore', trashRoutes, async ({ caller, key }) => {
      const on = { teamId: caller.teamId, actor: caller.actor, itemId: caller.object.id };
      return await restoreItem(app, on, key);
    }),
    bindCommand('trash.delete', trashRoutes, async ({ caller, key }) => {
      const on = { teamId: caller.teamId, actor: caller.actor, itemId: caller.object.id };
      return await deleteItem(app, on, key);
    }),
    bindCommand('trash.empty', trashRoutes, async ({ caller, query, key }) => {
      const after = decodeTimeCursor(query.cursor);
      return await emptyTrash(app, { teamId: caller.teamId, actor: caller.actor, after }, key);
    }),
  ];
}
