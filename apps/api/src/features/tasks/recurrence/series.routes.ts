import { seriesRoutes } from '@hearth/contracts/series/series';
import { visibleTo } from '#features/projects/index.ts';
import { bindCommand } from '#platform/commands/index.ts';
import { readTeam } from '#platform/db/index.ts';
import { bind, type App, type Binding, type Caller } from '#platform/feature.ts';
import { decodeNumberCursor, toPage } from '#platform/http/paging.ts';
import { listRuns } from './series.queries.ts';
import { resumeSeries, skipDay, undoSkip, summarizeRuns } from './series.service.ts';

export function bindSeries(app: App): Binding[] {
  const onTask = ({ teamId, actor, object }: Caller) => ({ teamId, actor, taskId: object.id });

  return [
    bind('series.runs', seriesRoutes, async ({ caller, query }) => {
      const before = decodeNumberCursor(query.cursor);
      const { teamId, actor, object } = caller;
      const rows = await readTeam(app.db, { teamId, userId: actor.userId }, (tx) =>
        listRuns(tx, object.id, visibleTo(actor)),
      );
      const { summary, runs } = summarizeRuns(rows);
      const rest = before === null ? runs : runs.filter(({ run }) => run < before);
      const page = toPage(rest.slice(0, query.limit + 1), query.limit, ({ run }) => [String(run)]);
      return { summary, runs: page.rows, nextCursor: page.nextCursor };
    }),
    bindCommand('series.next', seriesRoutes, ({ caller, key }) => resumeSeries(app, onTask(caller), key)),
    bindCommand('series.skip', seriesRoutes, ({ caller, body, key }) =>
      skipDay(app, onTask(caller), body, key),
    ),
    bindCommand('series.unskip', seriesRoutes, async ({ caller, params, key }) => {
      const on = { ...onTask(caller), skipId: params.skipId };
      return await undoSkip(app, on, key);
    }),
  ];
}
