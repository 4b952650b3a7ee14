import { mapScalars, SCALAR_FIELDS, type ScalarField } from '#model/scalar-field-values.ts';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Task } from '#tasks/tasks.ts';
import {
  arbitraryTask,
  CYCLES,
  LABELS,
  MILESTONES,
  PEOPLE,
  PROJECTS,
  STATUSES,
  TYPES,
} from '#testing/views.ts';
import {
  compareTasksBy,
  createDateKey,
  cycleKey,
  milestoneKey,
  nameKey,
  placeKey,
} from './view-sort-values.ts';
import { SORT_FIELDS, type FixedSortField } from './view-values.ts';

const full = fc
  .tuple(arbitraryTask, fc.nat(9))
  .map(([task, number]) => ({ ...task, number, position: task.title }) as unknown as Task);

/** Names in the reverse order of the ids, and in mixed case. */
const NAMES = ['dora', 'Cleo', 'BEN', 'ada'];
const nameOf = (id: string) => NAMES[[...PEOPLE, ...LABELS].indexOf(id) % NAMES.length] ?? '';
/** Two-digit positions, in the reverse order of the ids. */
const placeIn = (all: readonly string[], id: string) => 30 - all.indexOf(id);
/** Every second milestone has no date. */
const milestoneOf = (id: string) => {
  const index = placeIn(MILESTONES, id);
  return { targetDate: index % 2 === 0 ? null : `2030-01-${index}`, position: `a${index}` };
};
const placeOf = (id: string) => placeIn([...STATUSES, ...PROJECTS, ...TYPES], id);
const named = new Map([
  ...[...PEOPLE, ...LABELS].map((id) => [id, nameKey({ name: nameOf(id) })] as const),
  ...[...STATUSES, ...PROJECTS, ...TYPES].map(
    (id) => [id, placeKey({ id, position: `a${placeOf(id)}` })] as const,
  ),
  ...MILESTONES.map((id) => [id, milestoneKey(milestoneOf(id))] as const),
  ...CYCLES.map(
    (id) => [id, cycleKey({ startsOn: `2030-01-${placeIn(CYCLES, id)}`, projectId: 'one' })] as const,
  ),
]);
/** At most two names, encoded as a two-digit number: single assignees sort before shared tasks. */
const worthOfNames = (ids: readonly string[]) => {
  const [first, second = 0] = ids.map((id) => 4 - NAMES.indexOf(nameOf(id))).sort((a, b) => a - b);
  return first === undefined ? null : first * 10 + second;
};

/** Offset of UTC+5:30. A day without a time is ordered as the last half second of that day. */
const AHEAD_MS = 5.5 * 3_600_000;
const worthOfDate = (when: string | null) => {
  if (when === null) return null;
  const [day = '', time = ''] = when.split('T');
  const at = Date.parse(`${day}T${time.replace('.000Z', '') || '23:59:59.5'}Z`);
  return time === '' ? at : at + AHEAD_MS;
};
const dateKey = createDateKey((day) => new Date(Date.parse(`${day}T00:00:00Z`) - AHEAD_MS).toISOString());

/** Reference rank of a task by one sort key, computed instead of compared. Null for tasks without a key, which sort last. */
const WORTH: Record<FixedSortField, (task: Task) => string | number | null> = {
  manual: (task) => task.position,
  ...mapScalars<Record<ScalarField, (task: Task) => number | null>>((field) => (task: Task) => {
    const definition = SCALAR_FIELDS[field];
    const fieldValue = task[field];
    if (definition.kind === 'number') return fieldValue === null ? null : Number(fieldValue);
    return definition.values.toReversed().findIndex((value) => value === fieldValue);
  }),
  status: (task) => placeOf(task.statusId),
  project: (task) => (task.projectId === null ? null : placeOf(task.projectId)),
  milestone: ({ milestoneId: id }) =>
    id === null ? null : placeIn(MILESTONES, id) + (milestoneOf(id).targetDate === null ? 100 : 0),
  cycle: (task) => (task.cycleId === null ? null : placeIn(CYCLES, task.cycleId)),
  type: (task) => (task.typeId === null ? null : placeOf(task.typeId)),
  reporter: (task) => worthOfNames([task.reporterId].flatMap((id) => id ?? [])),
  creator: (task) => worthOfNames([task.createdBy].flatMap((id) => id ?? [])),
  assignee: (task) => worthOfNames(task.assigneeIds),
  watcher: (task) => worthOfNames(task.watcherIds),
  label: (task) => worthOfNames(task.labelIds),
  due: (task) => worthOfDate(task.dueDate),
  start: (task) => worthOfDate(task.startDate),
  title: (task) => task.title.toLowerCase(),
  created: (task) => task.createdAt,
  updated: (task) => task.updatedAt,
  closed: (task) => task.closedAt,
  // Tasks that have no number from the server yet are the newest.
  key: ({ number }) => (number === 0 ? Infinity : number),
};

it('sorts by each key in turn, with missing values last in both directions', () => {
  const key = fc.record({ field: fc.constantFrom(...SORT_FIELDS), isDescending: fc.boolean() });
  fc.assert(
    fc.property(
      fc.array(full, { maxLength: 15 }),
      fc.array(key, { minLength: 1, maxLength: 3 }),
      (tasks, sort) => {
        const sorted = tasks.toSorted(compareTasksBy(sort, named, () => null, dateKey));
        sorted.slice(1).forEach((after, at) => {
          const before = sorted[at] as Task;
          for (const { field, isDescending } of sort) {
            const [a, b] = [WORTH[field](before), WORTH[field](after)];
            if (a === b) continue;
            expect(a).not.toBeNull();
            if (b !== null && a !== null) expect(isDescending ? a > b : a < b).toBe(true);
            return;
          }
        });
      },
    ),
    { numRuns: 400 },
  );
});
