import { changedTasksRoutes } from '@hearth/contracts/history/changed-tasks';
import { LIMITS } from '@hearth/contracts/core/limits';
import { visibleTo } from '#features/projects/index.ts';
import { commitWith, readTeam } from '#platform/db/index.ts';
import { invalidField } from '#platform/errors.ts';
import { bind, type App, type Binding } from '#platform/feature.ts';
import { decodeTimeCursor, toPage } from '#platform/http/paging.ts';
import { listChangedTasks } from './changed-tasks.queries.ts';

const DAY_MS = 86_400_000;

export function bindChangedTasks(app: App): Binding[] {
  return [
    bind('tasks.changed', changedTasksRoutes, async ({ caller, query }) => {
      const { teamId, actor } = caller;
      const since = new Date(query.since);
      if (app.clock.now().getTime() - since.getTime() > LIMITS.changedDays * DAY_MS) {
        throw invalidField('since', `must be within the last ${LIMITS.changedDays} days`);
      }
      const after = decodeTimeCursor(query.cursor);
      const { limit, projectId, by } = query;
      const period = { since, projectId, but: by === 'others' ? actor.userId : null };
      const rows = await readTeam(app.db, { teamId, userId: actor.userId }, (tx) =>
        commitWith(() => listChangedTasks(tx, visibleTo(actor), period, { after, limit })),
      );
      const page = toPage(rows, limit, (row) => [row.lastAt, row.taskId]);
      return { tasks: page.rows, nextCursor: page.nextCursor };
    }),
  ];
}
