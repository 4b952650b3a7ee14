import { analyticsRoutes } from '@hearth/contracts/analytics/analytics';
import { nearestRank } from '@hearth/contracts/analytics/spread-values';
import { can } from '@hearth/contracts/permissions/permissions';
import { bind, type App, type Binding, type CallOf, type Caller } from '#platform/feature.ts';
import { readBurn } from './burn.service.ts';
import { sendTable, toTable, type Table } from './csv.ts';
import { readFlow } from './flow.service.ts';
import { queryAnalytics, assertPeriod, type AnalyticsContext } from './scope.service.ts';
import { readWorkload } from './workload.service.ts';
import { listVelocity } from './velocity.queries.ts';

/** Maximum number of closed cycles included in the velocity. */
const MAX_CYCLES = 5;
const BURN = ['day', 'scope', 'added', 'removed', 'done', 'ideal'] as const;
const CYCLE = ['cycleId', 'number', 'startsOn', 'endsOn', 'startScope', 'done', 'doneOfStart'] as const;

export function bindFlow(app: App): Binding[] {
  const flowOf = async (caller: Caller, query: CallOf<'analytics.flow'>['query']) => {
    assertPeriod(query.from, query.to);
    return await queryAnalytics(app, caller, query, (context) => readFlow(context, query.from, query.to));
  };
  const burnOf = async (caller: Caller, query: CallOf<'analytics.burn'>['query']) =>
    await queryAnalytics(app, caller, query, (context) => readBurn(context, query));
  const velocityOf = async (caller: Caller, query: CallOf<'analytics.velocity'>['query']) =>
    await queryAnalytics(app, caller, query, (context) => readVelocity(context, query));
  const workloadOf = async (caller: Caller, query: CallOf<'analytics.workload'>['query']) => {
    assertPeriod(query.from, query.to);
    const seesCapacity = can(caller.actor, 'workTimes.read');
    return await queryAnalytics(app, caller, query, (context) => readWorkload(context, query, seesCapacity));
  };
  return [
    bind('analytics.flow', analyticsRoutes, async ({ caller, query }) => ({
      flow: await flowOf(caller, query),
    })),
    bind('analytics.flowCsv', analyticsRoutes, async ({ caller, query, reply }) => {
      await sendTable(reply, 'flow', toFlowTable(await flowOf(caller, query)));
    }),
    bind('analytics.burn', analyticsRoutes, async ({ caller, query }) => ({
      burn: await burnOf(caller, query),
    })),
    bind('analytics.burnCsv', analyticsRoutes, async ({ caller, query, reply }) => {
      await sendTable(reply, 'burn', toTable(BURN, (await burnOf(caller, query)).days));
    }),
    bind('analytics.velocity', analyticsRoutes, async ({ caller, query }) => ({
      velocity: await velocityOf(caller, query),
    })),
    bind('analytics.velocityCsv', analyticsRoutes, async ({ caller, query, reply }) => {
      await sendTable(reply, 'velocity', toTable(CYCLE, (await velocityOf(caller, query)).cycles));
    }),
    bind('analytics.workload', analyticsRoutes, async ({ caller, query }) => ({
      workload: await workloadOf(caller, query),
    })),
    bind('analytics.workloadCsv', analyticsRoutes, async ({ caller, query, reply }) => {
      const { weeks, people } = await workloadOf(caller, query);
      const lines = people.flatMap(({ userId, weeks: loads }) =>
        loads.map(({ planned, capacity }, at) => [userId, weeks[at] ?? '', planned, capacity]),
      );
      await sendTable(reply, 'workload', { columns: ['userId', 'week', 'planned', 'capacity'], lines });
    }),
  ];
}

async function readVelocity(
  { tx }: AnalyticsContext,
  { projectId, unit = 'tasks' }: CallOf<'analytics.velocity'>['query'],
) {
  const cycles = await listVelocity(tx, projectId, unit, MAX_CYCLES);
  const done = cycles.map((cycle) => cycle.done).toSorted((one, other) => one - other);
  const mean = done.length === 0 ? null : done.reduce((sum, one) => sum + one, 0) / done.length;
  return { unit, cycles, mean, low: done.at(0) ?? null, high: nearestRank(done, 1) };
}

function toFlowTable({
  timeInState,
  efficiency,
  blocked,
  done,
}: Awaited<ReturnType<typeof readFlow>>): Table {
  return {
    columns: ['section', 'id', 'name', 'value'],
    lines: [
      ...timeInState.map((one) => ['timeInState', one.statusId, `${one.name} (${one.category})`, one.hours]),
      ...Object.entries(efficiency).map(([name, value]) => ['efficiency', '', name, value]),
      ['blocked', '', 'hours', blocked.hours],
      ...blocked.tasks.map((one) => ['blocked', one.taskId, 'hours', one.hours]),
      ...done.flatMap((one) => [
        ['done', one.taskId, 'doneAt', one.doneAt],
        ['done', one.taskId, 'cycleHours', one.cycleHours],
        ['done', one.taskId, 'leadHours', one.leadHours],
      ]),
    ],
  };
}
