import { analyticsRoutes, type Forecast, type Odds } from '@hearth/contracts/analytics/analytics';
import { oddsOf } from '@hearth/contracts/analytics/forecast-values';
import { countDays } from '@hearth/contracts/core/days';
import { withTeam } from '#platform/db/index.ts';
import { invalidField } from '#platform/errors.ts';
import { bind, type App, type Binding, type CallOf, type Caller } from '#platform/feature.ts';
import { sendTable, toTable } from './csv.ts';
import { countOpen } from './figures.queries.ts';
import { drawFutures, makeForecast, toForecast } from './forecast.service.ts';
import { findDue, storeForecast } from './forecasts.queries.ts';
import { queryAnalytics, type AnalyticsContext } from './scope.service.ts';
import { FORECAST_COLUMNS } from './tables.ts';
import { readRecord } from './track-record.ts';

type ForecastQuery = CallOf<'analytics.forecast'>['query'];
type OddsQuery = CallOf<'analytics.odds'>['query'];

const RECORD = ['known', 'waiting', 'heldP50', 'heldP85', 'heldP95'] as const;
const ODDS = ['due', 'open', 'percent', 'p50', 'p85', 'p95'] as const;

export function bindForecast(app: App): Binding[] {
  const forecastOf = async (caller: Caller, query: ForecastQuery) => {
    const result = await queryAnalytics(app, caller, query, async (context) => ({
      ...(await makeForecast(context, query)),
      projectId: context.scope.projectId,
    }));
    // What-if forecasts are not recorded: their accuracy cannot be evaluated.
    if (query.pace === undefined || query.pace === 1)
      await recordForecast(app, caller, { ...result, cycleId: query.cycleId ?? null });
    return result.forecast;
  };
  const oddsFor = async (caller: Caller, query: OddsQuery): Promise<Odds> => {
    if (query.projectId === undefined && query.cycleId === undefined)
      throw invalidField('projectId', 'is missing: name a project or a cycle');
    return await queryAnalytics(app, caller, query, (context) => readOdds(context, query.cycleId ?? null));
  };
  const recordOf = async (caller: Caller, query: CallOf<'analytics.record'>['query']) =>
    await queryAnalytics(app, caller, query, readRecord);
  return [
    bind('analytics.forecast', analyticsRoutes, async ({ caller, query }) => ({
      forecast: await forecastOf(caller, query),
    })),
    bind('analytics.forecastCsv', analyticsRoutes, async ({ caller, query, reply }) => {
      await sendTable(reply, 'forecast', toTable(FORECAST_COLUMNS, [await forecastOf(caller, query)]));
    }),
    bind('analytics.odds', analyticsRoutes, async ({ caller, query }) => ({
      odds: await oddsFor(caller, query),
    })),
    bind('analytics.oddsCsv', analyticsRoutes, async ({ caller, query, reply }) => {
      const { forecast, ...odds } = await oddsFor(caller, query);
      const row = {
        ...odds,
        p50: forecast?.p50 ?? null,
        p85: forecast?.p85 ?? null,
        p95: forecast?.p95 ?? null,
      };
      await sendTable(reply, 'odds', toTable(ODDS, [row]));
    }),
    bind('analytics.record', analyticsRoutes, async ({ caller, query }) => ({
      record: await recordOf(caller, query),
    })),
    bind('analytics.recordCsv', analyticsRoutes, async ({ caller, query, reply }) => {
      await sendTable(reply, 'forecast-record', toTable(RECORD, [await recordOf(caller, query)]));
    }),
  ];
}

/**
 * Records a forecast for the track record, unless the caller views the team as another member. A forecast for the whole team is recorded
 * only if the caller sees all projects, because it would otherwise cover only some of them.
 */
async function recordForecast(
  app: App,
  { teamId, actor, view }: Caller,
  result: { forecast: Forecast; tasks: number; projectId: string | null; cycleId: string | null },
): Promise<void> {
  const seesAll =
    actor.role !== 'guest' && Object.keys(actor.privateProjects).every((id) => id in actor.grants);
  if (view !== null || (result.projectId === null && !seesAll)) return;
  const { forecast, ...target } = result;
  const stored = { ...target, id: app.ids.uuid(), madeAt: app.clock.now() };
  await withTeam(app.db, { teamId, userId: actor.userId }, (tx) => storeForecast(tx, stored, forecast));
}

async function readOdds(context: AnalyticsContext, cycleId: string | null): Promise<Odds> {
  const { tx, scope, today } = context;
  const due = await findDue(tx, scope.projectId ?? '', cycleId);
  const open = await countOpen(tx, scope);
  const futures = await drawFutures(context, { tasks: open });
  return {
    due,
    open,
    percent: due === null || futures === null ? null : oddsOf(futures.sorted, countDays(today, due)),
    forecast: futures === null ? null : toForecast(today, futures),
  };
}
