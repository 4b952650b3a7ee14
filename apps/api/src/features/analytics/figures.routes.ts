import { analyticsRoutes } from '@hearth/contracts/analytics/analytics';
import {
  ANALYTICS_LIMITS,
  BURN_METRICS,
  CYCLE_METRICS,
  type BurnMetric,
  type CycleMetric,
  type Metric,
} from '@hearth/contracts/analytics/analytics-values';
import { toHours } from '@hearth/contracts/analytics/spread-values';
import { addDays } from '@hearth/contracts/core/days';
import { invalidField, notFound } from '#platform/errors.ts';
import { bind, type App, type Binding, type CallOf, type Caller } from '#platform/feature.ts';
import { decodeCursor, encodeCursor, invalidCursor } from '#platform/http/paging.ts';
import { listBehind, listByIds, listOfCycle } from './behind.queries.ts';
import { listBurnIds } from './burn.service.ts';
import { listPlannedIds } from './workload.service.ts';
import { sendTable, toTable } from './csv.ts';
import { readDays } from './figures.queries.ts';
import { fillDays, readFigures } from './figures.service.ts';
import { hasMember, hasStatus } from './scope.queries.ts';
import { queryAnalytics, assertPeriod, type AnalyticsContext } from './scope.service.ts';
import { toFiguresTable } from './tables.ts';

type FiguresQuery = CallOf<'analytics.read'>['query'];
type TasksQuery = CallOf<'analytics.tasks'>['query'];

const TASK_COLUMNS = ['id', 'key', 'title', 'projectId', 'hours', 'at'] as const;

export function bindFigures(app: App): Binding[] {
  const readAll = async (caller: Caller, query: FiguresQuery) => {
    assertPeriod(query.from, query.to);
    return await queryAnalytics(app, caller, query, (context) => readFigures(context, query.from, query.to));
  };
  const listTasks = async (caller: Caller, query: TasksQuery) =>
    await queryAnalytics(app, caller, query, (context) => listTasksBehind(context, query));
  const preview = async (caller: Caller) => await queryAnalytics(app, caller, {}, readPreview, 'any');
  return [
    bind('analytics.read', analyticsRoutes, async ({ caller, query }) => ({
      analytics: await readAll(caller, query),
    })),
    bind('analytics.readCsv', analyticsRoutes, async ({ caller, query, reply }) => {
      await sendTable(reply, 'analytics', toFiguresTable(await readAll(caller, query)));
    }),
    bind('analytics.tasks', analyticsRoutes, async ({ caller, query }) => await listTasks(caller, query)),
    bind('analytics.tasksCsv', analyticsRoutes, async ({ caller, query, reply }) => {
      const { tasks } = await listTasks(caller, query);
      await sendTable(reply, `analytics-${query.metric}`, toTable(TASK_COLUMNS, tasks));
    }),
    bind('analytics.preview', analyticsRoutes, async ({ caller }) => ({
      preview: { throughput: await preview(caller) },
    })),
    bind('analytics.previewCsv', analyticsRoutes, async ({ caller, reply }) => {
      await sendTable(reply, 'throughput', toTable(['day', 'tasks'], await preview(caller)));
    }),
  ];
}

async function readPreview({
  tx,
  scope,
  today,
  periodOf,
}: AnalyticsContext): Promise<{ day: string; tasks: number }[]> {
  const { from, to } = { from: addDays(today, 1 - ANALYTICS_LIMITS.previewDays), to: today };
  const days = fillDays(await readDays(tx, scope, periodOf(from, to)), from, to);
  return days.map(({ day, done }) => ({ day, tasks: done }));
}

/** Maximum offset of a page. */
const MAX_PAGED = 100_000;

async function listTasksBehind(context: AnalyticsContext, query: TasksQuery) {
  const { limit, cursor } = query;
  const offset = readOffset(cursor);
  const rows = await findTasks(context, query, { offset, limit });
  const tasks = rows.slice(0, limit).map(({ ms, at, ...task }) => ({
    ...task,
    hours: ms === null ? null : toHours(ms),
    at: at?.toISOString() ?? null,
  }));
  return { tasks, nextCursor: rows.length > limit ? encodeCursor([String(offset + limit)]) : null };
}

const isBurn = (metric: Metric): metric is BurnMetric => BURN_METRICS.some((one) => one === metric);
const isOfCycle = (metric: Metric): metric is CycleMetric => CYCLE_METRICS.some((one) => one === metric);

async function findTasks(
  context: AnalyticsContext,
  query: TasksQuery,
  page: { offset: number; limit: number },
) {
  const { tx, scope, today, now, periodOf } = context;
  const { metric, cycleId, statusId, userId } = query;
  if (statusId !== undefined && !(await hasStatus(tx, statusId))) throw notFound('This status');
  if (userId !== undefined && !(await hasMember(tx, userId))) throw notFound('This person');
  const isWhole = isBurn(metric) || isOfCycle(metric) || metric === 'planned';
  if (isWhole && query.filter !== undefined) throw invalidField('filter', `can’t be combined with ${metric}`);
  if (isOfCycle(metric)) {
    if (cycleId === undefined) throw invalidField('cycleId', 'is missing: name a cycle');
    return await listOfCycle(tx, scope, { metric, cycleId }, page);
  }
  const [from, to] = rangeOf(query, today);
  assertPeriod(from, to);
  if (metric === 'planned') {
    if (userId === undefined) throw invalidField('userId', 'is missing: name a person');
    return await listByIds(tx, await listPlannedIds(context, userId, from), page);
  }
  if (metric === 'timeInStatus' && statusId === undefined)
    throw invalidField('statusId', 'is missing: name a status');
  if (isBurn(metric)) {
    if (from !== to) throw invalidField('day', `is required: ${metric} is measured on a single day`);
    return await listByIds(
      tx,
      await listBurnIds(context, metric, { cycleId: cycleId ?? null, day: to }),
      page,
    );
  }
  const question = { metric, period: periodOf(from, to), now, statusId: statusId ?? null };
  return await listBehind(tx, scope, question, page);
}

/** Returns the date range of a list. Defaults to today for metrics of the current state. */
function rangeOf({ metric, day, from, to }: TasksQuery, today: string): [string, string] {
  if (day !== undefined) {
    if (from !== undefined || to !== undefined)
      throw invalidField('day', 'can’t be combined with from and to');
    return [day, day];
  }
  if (from !== undefined && to !== undefined) return [from, to];
  const currentMetrics = ['workInProgress', 'backlog', 'unstarted', 'started', 'completed', 'cancelled'];
  if (from === undefined && to === undefined && currentMetrics.includes(metric)) return [today, today];
  throw invalidField('day', 'is missing: pass a day, or from and to');
}

function readOffset(cursor: string | undefined): number {
  const [offset] = decodeCursor(cursor, 1) ?? ['0'];
  if (offset === undefined || !/^\d{1,6}$/.test(offset) || Number(offset) > MAX_PAGED) throw invalidCursor();
  return Number(offset);
}
