import { z } from 'zod';
import { day, id, instant, lineOf, nextCursor, pageQuery, storedId } from '#core/fields.ts';
import { defineRoute, type RouteSpec } from '#core/route.ts';
import { filterText } from '#views/views.ts';
import { ANALYTICS_LIMITS, METRICS } from './analytics-values.ts';

const ofTeam = z.strictObject({ teamId: id });
/** Query of `analytics.read` and `analytics.flow`: the period, and the scope as a project, a cycle or a filter of the task list. */
const period = {
  from: day,
  to: day,
  projectId: id.optional(),
  cycleId: id.optional(),
  filter: filterText.optional(),
};
const ids = { teamId: 'team', projectId: 'project', cycleId: 'cycle' } as const;
const rule = { kind: 'team', action: 'analytics.read' } as const;

const daily = z.array(z.strictObject({ day: z.string(), tasks: z.number() }));
/** Distribution of durations in hours, with nearest-rank percentiles. Null if no task matches. */
const spread = {
  tasks: z.number(),
  median: z.number().nullable(),
  p85: z.number().nullable(),
  p95: z.number().nullable(),
};

const analytics = z.strictObject({
  from: z.string(),
  to: z.string(),
  timeZone: z.string(),
  throughput: daily,
  created: daily,
  leadTime: z.strictObject(spread),
  cycleTime: z.strictObject({ ...spread, withoutStart: z.number() }),
  cumulativeFlow: z.array(
    z.strictObject({
      day: z.string(),
      backlog: z.number(),
      unstarted: z.number(),
      started: z.number(),
      completed: z.number(),
      cancelled: z.number(),
    }),
  ),
  workInProgress: z.array(
    z.strictObject({
      taskId: storedId,
      startedAt: instant,
      ageHours: z.number(),
      isPastP85: z.boolean(),
    }),
  ),
  rework: z.strictObject({ reopened: z.number(), completed: z.number() }),
  dueDates: z.strictObject({ onTime: z.number(), late: z.number(), open: z.number() }),
});
export type Analytics = z.infer<typeof analytics>;

/** Figures fetched separately because the first page does not show them. */
const flow = z.strictObject({
  /** Hours per status until completion, of tasks done in the period. */
  timeInState: z.array(
    z.strictObject({ statusId: storedId, name: z.string(), category: z.string(), hours: z.number() }),
  ),
  /** Hours in started statuses, and in all others except cancelled ones. `share` is active ÷ (active + waiting), or null if both are 0. */
  efficiency: z.strictObject({
    activeHours: z.number(),
    waitingHours: z.number(),
    share: z.number().nullable(),
  }),
  /** Hours within the period with an open blocker. Lists at most 20 tasks, most hours first. */
  blocked: z.strictObject({
    hours: z.number(),
    tasks: z.array(z.strictObject({ taskId: storedId, hours: z.number() })),
  }),
  /** Tasks done in the period, with completion time and durations. Latest first, at most 2,000. */
  done: z.array(
    z.strictObject({ taskId: storedId, doneAt: instant, cycleHours: z.number(), leadHours: z.number() }),
  ),
});
export type Flow = z.infer<typeof flow>;

/** Scope and completed tasks or points of a project or cycle at the end of each day. Burndown and burnup charts use the same rows. */
const burn = z.strictObject({
  unit: z.enum(['tasks', 'points']),
  from: z.string(),
  to: z.string(),
  startScope: z.number(),
  days: z.array(
    z.strictObject({
      day: z.string(),
      scope: z.number(),
      added: z.number(),
      removed: z.number(),
      done: z.number(),
      ideal: z.number(),
    }),
  ),
});
export type Burn = z.infer<typeof burn>;

const velocity = z.strictObject({
  unit: z.enum(['tasks', 'points']),
  /** The last five finished cycles of the project, oldest first. */
  cycles: z.array(
    z.strictObject({
      cycleId: storedId,
      number: z.number(),
      startsOn: z.string(),
      endsOn: z.string(),
      startScope: z.number(),
      done: z.number(),
      /** Completed tasks or points that were already in scope at the start. */
      doneOfStart: z.number(),
    }),
  ),
  mean: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
});

export type Velocity = z.infer<typeof velocity>;

const workload = z.strictObject({
  weeks: z.array(z.string()),
  people: z.array(
    z.strictObject({
      userId: storedId,
      /** One entry per week, in order, in points as in work times. Capacity excludes absences and holidays. Null if not set, or hidden. */
      weeks: z.array(z.strictObject({ planned: z.number(), capacity: z.number().nullable() })),
    }),
  ),
});
export type TeamWorkload = z.infer<typeof workload>;

const forecast = z.strictObject({
  p50: z.string(),
  p85: z.string(),
  p95: z.string(),
  basedOnWeeks: z.number(),
  asOf: z.string(),
});
export type Forecast = z.infer<typeof forecast>;

/** Accuracy of earlier forecasts: how many outcomes are `known`, how many forecasts are `waiting` for one, and how many met each date. */
const trackRecord = z.strictObject({
  known: z.number(),
  waiting: z.number(),
  heldP50: z.number(),
  heldP85: z.number(),
  heldP95: z.number(),
});
export type TrackRecord = z.infer<typeof trackRecord>;

/**
 * Odds that the open tasks of a project or cycle are done by its due date. `percent` is null without a due date or enough history.
 */
const odds = z.strictObject({
  due: z.string().nullable(),
  open: z.number(),
  percent: z.number().nullable(),
  forecast: forecast.nullable(),
});
export type Odds = z.infer<typeof odds>;

const annotation = z.strictObject({
  id: storedId,
  day: z.string(),
  text: z.string(),
  projectId: storedId.nullable(),
  createdBy: storedId.nullable(),
});
export type Annotation = z.infer<typeof annotation>;

const read = defineRoute({
  id: 'analytics.read',
  method: 'GET',
  path: '/teams/{teamId}/analytics',
  summary:
    'Flow of the team’s work: throughput, lead and cycle time, cumulative flow, work in progress, due dates',
  rule,
  params: ofTeam,
  query: z.strictObject(period),
  replies: { 200: z.strictObject({ analytics }) },
  ids,
});

const readFlow = defineRoute({
  id: 'analytics.flow',
  method: 'GET',
  path: '/teams/{teamId}/analytics/flow',
  summary: 'Time in each status, flow efficiency, blocked time, and each finished task',
  rule,
  params: ofTeam,
  query: z.strictObject(period),
  replies: { 200: z.strictObject({ flow }) },
  ids,
});

const readBurn = defineRoute({
  id: 'analytics.burn',
  method: 'GET',
  path: '/teams/{teamId}/analytics/burn',
  summary: 'Scope and what is done of it, day by day, of a project or a cycle',
  rule,
  params: ofTeam,
  query: z.strictObject({
    projectId: id.optional(),
    cycleId: id.optional(),
    from: day.optional(),
    to: day.optional(),
    unit: z.enum(['tasks', 'points']).optional(),
  }),
  replies: { 200: z.strictObject({ burn }) },
  ids,
});

const readVelocity = defineRoute({
  id: 'analytics.velocity',
  method: 'GET',
  path: '/teams/{teamId}/analytics/velocity',
  summary: 'What the last five cycles of a project finished, and what they had begun with',
  rule,
  params: ofTeam,
  query: z.strictObject({ projectId: id, unit: z.enum(['tasks', 'points']).optional() }),
  replies: { 200: z.strictObject({ velocity }) },
  ids: { teamId: 'team', projectId: 'project' },
});

const readWorkload = defineRoute({
  id: 'analytics.workload',
  method: 'GET',
  path: '/teams/{teamId}/analytics/workload',
  summary: 'Planned points of each person and week against capacity less absences',
  rule,
  params: ofTeam,
  query: z.strictObject({ from: day, to: day, projectId: id.optional() }),
  replies: { 200: z.strictObject({ workload }) },
  ids: { teamId: 'team', projectId: 'project' },
});

const readForecast = defineRoute({
  id: 'analytics.forecast',
  method: 'GET',
  path: '/teams/{teamId}/analytics/forecast',
  summary: 'Days on which so many more tasks will be done, from the team’s own throughput',
  rule,
  params: ofTeam,
  query: z.strictObject({
    projectId: id.optional(),
    cycleId: id.optional(),
    /** Defaults to the number of open tasks. */
    tasks: z.coerce.number().int().min(1).max(ANALYTICS_LIMITS.forecastScope).optional(),
    /** What-if multiplier of throughput, such as 1.25 for a fifth member in a team of four. */
    pace: z.coerce.number().min(0.1).max(10).optional(),
  }),
  replies: { 200: z.strictObject({ forecast }) },
  ids,
});

const readOdds = defineRoute({
  id: 'analytics.odds',
  method: 'GET',
  path: '/teams/{teamId}/analytics/odds',
  summary: 'The odds that a project or a cycle is done by its due date',
  rule,
  params: ofTeam,
  query: z.strictObject({ projectId: id.optional(), cycleId: id.optional() }),
  replies: { 200: z.strictObject({ odds }) },
  ids,
});

const readRecord = defineRoute({
  id: 'analytics.record',
  method: 'GET',
  path: '/teams/{teamId}/analytics/forecast/record',
  summary: 'How often earlier forecasts held',
  rule,
  params: ofTeam,
  query: z.strictObject({ projectId: id.optional() }),
  replies: { 200: z.strictObject({ record: trackRecord }) },
  ids: { teamId: 'team', projectId: 'project' },
});

const readTasks = defineRoute({
  id: 'analytics.tasks',
  method: 'GET',
  path: '/teams/{teamId}/analytics/tasks',
  summary: 'The tasks behind a number',
  rule,
  params: ofTeam,
  query: z.strictObject({
    metric: z.enum(METRICS),
    /** A single day. For a range of days, use `from` and `to`. */
    day: day.optional(),
    from: day.optional(),
    to: day.optional(),
    projectId: id.optional(),
    cycleId: id.optional(),
    /** The status, only for `timeInStatus`. */
    statusId: id.optional(),
    /** The assignee, only for `planned`. `day` is the first day of the week. */
    userId: id.optional(),
    filter: filterText.optional(),
    ...pageQuery,
  }),
  replies: {
    200: z.strictObject({
      tasks: z.array(
        z.strictObject({
          id: storedId,
          key: z.string(),
          title: z.string(),
          projectId: storedId.nullable(),
          /** Hours that the task contributes to the number. Null if the number does not count hours. */
          hours: z.number().nullable(),
          at: instant.nullable(),
        }),
      ),
      nextCursor,
    }),
  },
  ids: { ...ids, statusId: 'status', userId: 'user' },
});

const readPreview = defineRoute({
  id: 'analytics.preview',
  method: 'GET',
  path: '/teams/{teamId}/analytics/preview',
  summary: 'Throughput of the last 30 days, on any plan',
  rule: { kind: 'team', action: 'analytics.preview' },
  params: ofTeam,
  replies: { 200: z.strictObject({ preview: z.strictObject({ throughput: daily }) }) },
  ids: { teamId: 'team' },
});

const readAnnotations = defineRoute({
  id: 'analytics.annotations',
  method: 'GET',
  path: '/teams/{teamId}/analytics/annotations',
  summary: 'Notes on days, drawn in the charts',
  rule,
  params: ofTeam,
  query: z.strictObject({ from: day, to: day, projectId: id.optional(), ...pageQuery }),
  replies: { 200: z.strictObject({ annotations: z.array(annotation), nextCursor }) },
  ids: { teamId: 'team', projectId: 'project' },
});

/** Derives the route that returns the same rows as text/csv, at the same path plus `.csv`. */
function csvOf<const R extends RouteSpec>({ id, path, ...route }: R): CsvOf<R> {
  const summary = `${route.summary}: as a table that is safe to open in a spreadsheet`;
  return { ...route, id: `${id}Csv`, path: `${path}.csv`, summary, replies: { 200: null } } as CsvOf<R>;
}

type CsvOf<R extends RouteSpec> = Omit<R, 'id' | 'path' | 'replies'> & {
  id: `${R['id']}Csv`;
  path: `${R['path']}.csv`;
  replies: { 200: null };
};

export const analyticsRoutes = [
  read,
  readFlow,
  readBurn,
  readVelocity,
  readWorkload,
  readForecast,
  readOdds,
  readRecord,
  readTasks,
  readPreview,
  readAnnotations,
  defineRoute({
    id: 'analytics.annotate',
    method: 'POST',
    path: '/teams/{teamId}/analytics/annotations',
    summary: 'Note what happened on a day',
    rule: { kind: 'team', action: 'analytics.annotate' },
    params: ofTeam,
    body: z.strictObject({
      id: id.optional(),
      day,
      text: lineOf(140),
      projectId: id.nullable().optional(),
    }),
    replies: { 201: z.strictObject({ annotation }) },
    ids: { teamId: 'team', id: 'new', projectId: 'project' },
  }),
  defineRoute({
    id: 'analytics.unannotate',
    method: 'DELETE',
    path: '/teams/{teamId}/analytics/annotations/{annotationId}',
    summary: 'Take a note away',
    rule: { kind: 'team', action: 'analytics.annotate' },
    params: z.strictObject({ teamId: id, annotationId: id }),
    replies: { 204: null },
    ids: { teamId: 'team', annotationId: 'annotation' },
  }),
  csvOf(read),
  csvOf(readFlow),
  csvOf(readBurn),
  csvOf(readVelocity),
  csvOf(readWorkload),
  csvOf(readForecast),
  csvOf(readOdds),
  csvOf(readRecord),
  csvOf(readTasks),
  csvOf(readPreview),
  csvOf(readAnnotations),
] as const;
