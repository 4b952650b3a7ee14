import { ownTasksRoutes } from '@hearth/contracts/reminders/own-tasks';
import { sql } from 'kysely';
import { isAmong, visibleTo } from '#features/projects/index.ts';
import { askedBy, tellSeq } from '#platform/commands/index.ts';
import { withTeam } from '#platform/db/index.ts';
import { invalidField } from '#platform/errors.ts';
import { bind, type App, type Binding } from '#platform/feature.ts';
import { decodeCursor, toPage } from '#platform/http/paging.ts';
import { toUuid } from '#platform/uuid.ts';
import { listOwnTasks } from './own-tasks.queries.ts';
import { changeOwnTasks } from './own-tasks.service.ts';

export function bindOwnTasks(app: App): Binding[] {
  return [
    bind('ownTasks.list', ownTasksRoutes, async ({ caller, query }) => {
      const { teamId, actor } = caller;
      const [after = null] = decodeCursor(query.cursor, 1) ?? [];
      if (after !== null && toUuid(after) === null)
        throw invalidField('cursor', 'isn’t a cursor of this list: pass nextCursor as you got it');
      const page = {
        inSight: isAmong(visibleTo(actor), sql`t.project_id`),
        after,
        limit: query.limit,
      };
      const { userId } = actor;
      const rows = await withTeam(
        app.db,
        { teamId, userId },
        (tx) => listOwnTasks(tx, { teamId, userId }, page),
        { isReadOnly: true },
      );
      const { rows: tasks, nextCursor } = toPage(rows, query.limit, ({ taskId }) => [taskId]);
      return { tasks, nextCursor };
    }),
    bind('ownTasks.update', ownTasksRoutes, async ({ caller, body, request, reply }) => {
      const { teamId, actor } = caller;
      const result = await changeOwnTasks(app, { teamId, actor }, body, askedBy(request, body, 200));
      tellSeq(reply, result);
      return result.value;
    }),
  ];
}
