import {
  mapScalars,
  SCALAR_FIELD_NAMES,
  type ScalarField,
} from '@hearth/contracts/model/scalar-field-values';
import type { SyncRows } from '@hearth/contracts/sync';
import { isEmptyScalar } from '#features/tasks/model/scalar-looks.tsx';

/** The properties of a task in panel order. Scalar fields that are not listed here come last. */
const LISTED_FACTS = [
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

export type Fact = (typeof LISTED_FACTS)[number] | ScalarField;
export const FACTS: readonly Fact[] = [...new Set([...LISTED_FACTS, ...SCALAR_FIELD_NAMES])];
/** The scalar fields that are not in `LISTED_FACTS`. */
export const OTHER_SCALARS = SCALAR_FIELD_NAMES.filter(
  (field) => !(LISTED_FACTS as readonly string[]).includes(field),
);

type Task = SyncRows['task'];

/** Data of a task that is not in its row. */
export interface AroundTask {
  hasReminders: boolean;
  hasTimers: boolean;
}

/** The most frequently used properties. They are shown even if they are empty. */
const ALWAYS: ReadonlySet<Fact> = new Set(['status', 'priority', 'assignees', 'labels', 'dueDate']);

/**
 * Whether a property has a value other than its default. By default, the creator is the requester, and the creator and the assignees are
 * watchers.
 */
const HAS_VALUE: Partial<Record<Fact, (task: Task, around: AroundTask) => boolean>> = {
  ...mapScalars<Record<ScalarField, (task: Task) => boolean>>(
    (field) => (task: Task) => !isEmptyScalar(field, task[field]),
  ),
  type: ({ typeId }) => typeId !== null,
  reporter: ({ reporterId, createdBy }) => reporterId !== null && reporterId !== createdBy,
  watchers: ({ watcherIds, assigneeIds, createdBy }) =>
    watcherIds.some((id) => id !== createdBy && !assigneeIds.includes(id)),
  reminders: (_task, { hasReminders }) => hasReminders,
  startDate: ({ startDate }) => startDate !== null,
  repeat: ({ repeat, series }) => repeat !== null || series !== null,
  time: ({ trackedSeconds }, { hasTimers }) => trackedSeconds > 0 || hasTimers,
  project: ({ projectId }) => projectId !== null,
  milestone: ({ milestoneId }) => milestoneId !== null,
  cycle: ({ cycleId }) => cycleId !== null,
};

/** Whether a property is shown by default. All other properties are collapsed until requested. */
export function isShownByDefault(fact: Fact, task: Task, around: AroundTask): boolean {
  return ALWAYS.has(fact) || HAS_VALUE[fact]?.(task, around) === true;
}
