/** Names and limits of analytics shared by browser and server. Definitions: docs/operations/analytics.md. */

/** Burndown metrics of one day. They require a project or a cycle. */
export const BURN_METRICS = ['scope', 'scopeDone', 'scopeLeft', 'scopeAdded', 'scopeRemoved'] as const;
export type BurnMetric = (typeof BURN_METRICS)[number];
/** Metrics of a closed cycle. They require a cycle and cover its days. */
export const CYCLE_METRICS = ['cycleStart', 'cycleDone', 'cycleDoneOfStart'] as const;
export type CycleMetric = (typeof CYCLE_METRICS)[number];

export const METRICS = [
  'throughput',
  'created',
  'leadTime',
  'cycleTime',
  'workInProgress',
  'rework',
  'onTime',
  'late',
  'open',
  'blocked',
  'backlog',
  'unstarted',
  'started',
  'completed',
  'cancelled',
  'timeInStatus',
  'planned',
  ...BURN_METRICS,
  ...CYCLE_METRICS,
] as const;
/** Metrics with a drill-down: a day or a range of days resolves to the underlying tasks. */
export type Metric = (typeof METRICS)[number];

export const ANALYTICS_LIMITS = {
  /** Maximum days per request. */
  days: 800,
  /** Days of data in the preview on the free plan. */
  previewDays: 30,
  /** Minimum number of tasks done within `forecastDays` for a forecast, and minimum age in weeks of the first done task. */
  forecastTasks: 20,
  forecastWeeks: 4,
  /** Days of history that a forecast resamples. */
  forecastDays: 84,
  forecastDraws: 10_000,
  /** Maximum tasks per forecast. */
  forecastScope: 10_000,
} as const;
