/** Names and bounds of analytics that browser and server share. Definitions: docs/operations/analytics.md. */

/** Numbers of a burndown, of one day; asked with a project or a cycle. */
export const BURN_METRICS = ['scope', 'scopeDone', 'scopeLeft', 'scopeAdded', 'scopeRemoved'] as const;
export type BurnMetric = (typeof BURN_METRICS)[number];
/** Numbers of a closed cycle, asked with it: the days are its own. */
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
/** What a number can be of: asked with a day or a range, it leads to the tasks behind it. */
export type Metric = (typeof METRICS)[number];

export const ANALYTICS_LIMITS = {
  /** Days of one question at the most. */
  days: 800,
  /** Days of the preview on the free plan. */
  previewDays: 30,
  /** A forecast needs so many done tasks, and so many weeks since the first. */
  forecastTasks: 20,
  forecastWeeks: 4,
  /** Days of history that a forecast draws from. */
  forecastDays: 84,
  forecastDraws: 10_000,
  /** The most tasks that one forecast is about. */
  forecastScope: 10_000,
} as const;
