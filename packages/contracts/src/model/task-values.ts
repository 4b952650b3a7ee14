/** The fixed values of a task; free of the schema library, so that the browser loads only these. */
export const STATUS_CATEGORIES = ['backlog', 'unstarted', 'started', 'completed', 'cancelled'] as const;
export type StatusCategory = (typeof STATUS_CATEGORIES)[number];

export const PRIORITIES = ['none', 'low', 'medium', 'high', 'urgent'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** What estimates count; each team has its own measure. */
export const ESTIMATE_UNITS = ['points', 'hours'] as const;
export type EstimateUnit = (typeof ESTIMATE_UNITS)[number];

export const MOST_ESTIMATE = 999;
/** Quarters, so that sums of them are exact. */
export const ESTIMATE_STEP = 0.25;

export function isEstimate(value: number): boolean {
  return value >= 0 && value <= MOST_ESTIMATE && Number.isInteger(value / ESTIMATE_STEP);
}

/** Stands in a task's history for a project that the reader may not know of. */
export const HIDDEN_PROJECT = 'hidden';

/** Stands for a task that the reader may not know of: the parent of one that they see, or in its history. */
export const HIDDEN_TASK = 'hidden';

/** The line in a task's history that names what became part of it (`new`), or is part of it no more (`old`). */
export const SUB_TASK_LINE = 'subTask';

/** How many levels of sub-tasks a task may have below it. */
export const MOST_SUB_LEVELS = 5;

export function isClosed(category: StatusCategory): boolean {
  return category === 'completed' || category === 'cancelled';
}

/** The working set: finished work is part of it for so many days; older work is fetched on demand. */
export const CLOSED_KEPT_DAYS = 60;

/** What a new team starts with, in order. */
export const DEFAULT_STATUSES = [
  { name: 'Backlog', category: 'backlog', color: 'gray' },
  { name: 'To do', category: 'unstarted', color: 'gray' },
  { name: 'In progress', category: 'started', color: 'amber' },
  { name: 'In review', category: 'started', color: 'sky' },
  { name: 'Done', category: 'completed', color: 'green' },
  { name: 'Cancelled', category: 'cancelled', color: 'gray' },
] as const satisfies readonly { name: string; category: StatusCategory; color: string }[];
