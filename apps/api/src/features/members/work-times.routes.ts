import { workTimesRoutes } from '@hearth/contracts/members/work-times';
import { bindCommand } from '#platform/commands/index.ts';
import { readTeam } from '#platform/db/index.ts';
import { bind, type App, type Binding } from '#platform/feature.ts';
import { decodeIdCursor, toPage } from '#platform/http/paging.ts';
import { listWorkTimes } from './work-times.queries.ts';
import { changeTeamWorkTime, changeWorkTime } from './work-times.service.ts';

export function bindWorkTimes(app: App): Binding[] {
  return [
    bind('workTimes.list', workTimesRoutes, async ({ caller, query }) => {
      const { teamId, actor } = caller;
      const after = decodeIdCursor(query.cursor);
      const rows = await readTeam(app.db, { teamId, userId: actor.userId }, (tx) =>
        listWorkTimes(tx, { after, limit: query.limit }),
      );
      const page = toPage(rows, query.limit, ({ id }) => [id]);
      return { workTimes: page.rows, nextCursor: page.nextCursor };
    }),
    bindCommand('workTimes.updateTeam', workTimesRoutes, async ({ caller, body, key }) => {
      const { teamId, actor } = caller;
      return await changeTeamWorkTime(app, { teamId, actor }, body, key);
    }),
    bindCommand('workTimes.update', workTimesRoutes, async ({ caller, params, body, key }) => {
      const { teamId, actor } = caller;
      const on = { teamId, actor, userId: params.userId };
      return await changeWorkTime(app, on, body, key);
    }),
  ];
}
