import type { SyncRows } from '@hearth/contracts/sync';

/** The properties of a task in the order of the panel. */
export const FACTS = [
  'status',
  'priority',
  'type',
  'assignees',
  'reporter',
  'watchers',
  'labels',
  'dueDate',
  'reminders',
  'startDate',
  'repeat',
  'estimate',
  'time',
  'project',
  'milestone',
  'cycle',
] as const;

export type Fact = (typeof FACTS)[number];

type Task = SyncRows['task'];

/** What else there is around a task that its row does not say. */
export interface AroundTask {
  hasReminders: boolean;
  hasTimers: boolean;
}

/** What nearly every task is asked for stays, whether it is filled or not. */
const ALWAYS: ReadonlySet<Fact> = new Set(['status', 'priority', 'assignees', 'labels', 'dueDate']);

/** Defaults tell nothing: who made it has asked for it, and watches it. */
const TELLS: Partial<Record<Fact, (task: Task, around: AroundTask) => boolean>> = {
  type: ({ typeId }) => typeId !== null,
  reporter: ({ reporterId, createdBy }) => reporterId !== null && reporterId !== createdBy,
  watchers: ({ watcherIds, assigneeIds, createdBy }) =>
    watcherIds.some((id) => id !== createdBy && !assigneeIds.includes(id)),
  reminders: (_task, { hasReminders }) => hasReminders,
  startDate: ({ startDate }) => startDate !== null,
  repeat: ({ repeat, series }) => repeat !== null || series !== null,
  estimate: ({ estimate }) => estimate !== null,
  time: ({ trackedSeconds }, { hasTimers }) => trackedSeconds > 0 || hasTimers,
  project: ({ projectId }) => projectId !== null,
  milestone: ({ milestoneId }) => milestoneId !== null,
  cycle: ({ cycleId }) => cycleId !== null,
};

/** Is it shown by itself? Otherwise it is folded away until somebody asks for it. */
export function isTelling(fact: Fact, task: Task, around: AroundTask): boolean {
  return ALWAYS.has(fact) || TELLS[fact]?.(task, around) === true;
}
