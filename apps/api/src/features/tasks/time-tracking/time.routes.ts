import { hasRole } from '@hearth/contracts/permissions/permissions';
import { timeRoutes } from '@hearth/contracts/time-tracking/time';
import { visibleTo } from '#features/projects/index.ts';
import { bindCommand } from '#platform/commands/index.ts';
import { readTeam } from '#platform/db/index.ts';
import { AppError } from '#platform/errors.ts';
import { bind, type App, type Binding, type Caller } from '#platform/feature.ts';
import { decodeTimeCursor, toPage } from '#platform/http/paging.ts';
import { listSheet } from './time-sheet.queries.ts';
import { listTime } from './time.queries.ts';
import { addTime, changeTime, deleteTime, restoreTime } from './time.service.ts';
import { startTimer, stopTimer } from './timer.service.ts';

export function bindTime(app: App): Binding[] {
  const onTask = ({ teamId, actor, object }: Caller) => ({ teamId, actor, taskId: object.id });

  return [
    bind('time.list', timeRoutes, async ({ caller, query }) => {
      const before = decodeTimeCursor(query.cursor);
      const { teamId, actor, object } = caller;
      const rows = await readTeam(app.db, { teamId, userId: actor.userId }, (tx) =>
        listTime(tx, object.id, { before, limit: query.limit }),
      );
      const page = toPage(rows, query.limit, ({ startedAt, id }) => [startedAt, id]);
      return { entries: page.rows, nextCursor: page.nextCursor };
    }),
    bindCommand('time.create', timeRoutes, ({ caller, body, key }) =>
      addTime(app, onTask(caller), body, key),
    ),
    bindCommand('time.update', timeRoutes, async ({ caller, params, body, key }) => {
      const on = { ...onTask(caller), entryId: params.entryId };
      return await changeTime(app, on, body, key);
    }),
    bindCommand('time.delete', timeRoutes, async ({ caller, params, key }) => {
      const on = { ...onTask(caller), entryId: params.entryId };
      return await deleteTime(app, on, key);
    }),
    bindCommand('time.restore', timeRoutes, async ({ caller, params, key }) => {
      const on = { ...onTask(caller), entryId: params.entryId };
      return await restoreTime(app, on, key);
    }),
    bindCommand('time.start', timeRoutes, ({ caller, body, key }) =>
      startTimer(app, onTask(caller), body, key),
    ),
    bindCommand('time.stop', timeRoutes, async ({ caller, body, key }) => {
      const { teamId, actor } = caller;
      return await stopTimer(app, { teamId, actor }, body, key);
    }),
    bind('time.sheet', timeRoutes, async ({ caller, query }) => {
      const { teamId, actor } = caller;
      // When viewing as another member, default to the viewed member. The caller has a higher role and may see that member's time.
      const own = caller.view?.viewedId ?? actor.userId;
      const { limit, cursor, userId = own, ...filter } = query;
      if (userId !== own && !hasRole(actor.role, 'admin'))
        throw new AppError('FORBIDDEN', 'Only owners and admins can see other people’s time.');
      const before = decodeTimeCursor(cursor);
      const rows = await readTeam(app.db, { teamId, userId: actor.userId }, (tx) =>
        listSheet(tx, { visible: visibleTo(actor), userId, ...filter }, { before, limit }),
      );
      const page = toPage(rows, limit, ({ startedAt, id }) => [startedAt, id]);
      return { entries: page.rows, nextCursor: page.nextCursor };
    }),
  ];
}
