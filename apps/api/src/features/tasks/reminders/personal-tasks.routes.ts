import { personalTasksRoutes } from '@hearth/contracts/reminders/personal-tasks';
import { sql } from 'kysely';
import { isAmong, visibleTo } from '#features/projects/index.ts';
import { bindCommand } from '#platform/commands/index.ts';
import { readTeam } from '#platform/db/index.ts';
import { bind, type App, type Binding } from '#platform/feature.ts';
import { decodeIdCursor, toPage } from '#platform/http/paging.ts';
import { listPersonalTasks } from './personal-tasks.queries.ts';
import { changePersonalTasks } from './personal-tasks.service.ts';

export function bindPersonalTasks(app: App): Binding[] {
  return [
    bind('ownTasks.list', personalTasksRoutes, async ({ caller, query }) => {
      const { teamId, actor } = caller;
      const after = decodeIdCursor(query.cursor);
      const page = {
        inSight: isAmong(visibleTo(actor), sql`t.project_id`),
        after,
        limit: query.limit,
      };
      const { userId } = actor;
      const rows = await readTeam(app.db, { teamId, userId }, (tx) => listPersonalTasks(tx, userId, page));
      const { rows: tasks, nextCursor } = toPage(rows, query.limit, ({ taskId }) => [taskId]);
      return { tasks, nextCursor };
    }),
    bindCommand('ownTasks.update', personalTasksRoutes, async ({ caller, body, key }) => {
      const { teamId, actor } = caller;
      return await changePersonalTasks(app, { teamId, actor }, body, key);
    }),
  ];
}
