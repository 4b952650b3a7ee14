/** Constants for tasks, kept out of the schema files to keep the schema library out of the browser. */
export const STATUS_CATEGORIES = ['backlog', 'unstarted', 'started', 'completed', 'cancelled'] as const;
export type StatusCategory = (typeof STATUS_CATEGORIES)[number];

export const PRIORITIES = ['none', 'low', 'medium', 'high', 'urgent'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** Units of estimates. Each team chooses one unit. */
export const ESTIMATE_UNITS = ['points', 'hours'] as const;
export type EstimateUnit = (typeof ESTIMATE_UNITS)[number];

export const MAX_ESTIMATE = 999;
/** Quarters, to keep sums of estimates exact. */
export const ESTIMATE_STEP = 0.25;

/** Placeholder in a task's history for a project hidden from the reader. */
export const HIDDEN_PROJECT = 'hidden';

/** Placeholder for a task hidden from the reader, as the parent of a visible task or in its history. */
export const HIDDEN_TASK = 'hidden';

/** Field name in a task's history for sub-tasks that were added (`new`) or removed (`old`). */
export const SUB_TASK_LINE = 'subTask';

/** Maximum levels of sub-tasks below a task. */
export const MAX_SUB_LEVELS = 5;

export function isClosed(category: StatusCategory): boolean {
  return category === 'completed' || category === 'cancelled';
}

/** Days for which closed tasks stay in the working set. Older tasks are fetched on demand. */
export const CLOSED_RETENTION_DAYS = 60;

/** Statuses of a new team, in order. */
export const DEFAULT_STATUSES = [
  { name: 'Backlog', category: 'backlog', color: 'gray' },
  { name: 'To do', category: 'unstarted', color: 'gray' },
  { name: 'In progress', category: 'started', color: 'amber' },
  { name: 'In review', category: 'started', color: 'sky' },
  { name: 'Done', category: 'completed', color: 'green' },
  { name: 'Cancelled', category: 'cancelled', color: 'gray' },
] as const satisfies readonly { name: string; category: StatusCategory; color: string }[];
