import { expect, test } from 'vitest';
import { isChoiceField, mapScalars, type ScalarField } from '#model/scalar-field-values.ts';
import type { Task } from '#tasks/tasks.ts';
import { COLUMN_FIELDS, type FixedColumnField } from './view-columns-values.ts';
import {
  FILTER_FIELDS,
  GROUP_FIELDS,
  SORT_FIELDS,
  type FixedFilterField,
  type FixedGroupField,
  type FixedSortField,
} from './view-values.ts';

interface Views {
  filter?: FixedFilterField | FixedFilterField[];
  group?: FixedGroupField;
  sort?: FixedSortField;
  column?: FixedColumnField;
}

/**
 * Names of each task field in views. The compiler reports a new task field as missing here until its use in views is defined. It then
 * reports every switch over these names as incomplete because these have no default.
 */
const VIEWS = {
  id: {},
  number: { sort: 'key' },
  key: { column: 'key' },
  title: { filter: 'title', sort: 'title', column: 'title' },
  // Only searched, never compared.
  description: {},
  descriptionDoc: {},
  descriptionVersion: {},
  projectId: { filter: 'project', group: 'project', sort: 'project', column: 'project' },
  statusId: { filter: ['status', 'category'], group: 'status', sort: 'status', column: 'status' },
  ...mapScalars<Record<ScalarField, Views>>((field) => ({
    filter: field,
    sort: field,
    column: field,
    ...(isChoiceField(field) ? { group: field } : {}),
  })),
  assigneeIds: { filter: 'assignee', group: 'assignee', sort: 'assignee', column: 'assignee' },
  watcherIds: { filter: 'watcher', group: 'watcher', sort: 'watcher', column: 'watcher' },
  labelIds: { filter: 'label', group: 'label', sort: 'label', column: 'label' },
  startDate: { filter: 'start', sort: 'start', column: 'start' },
  dueDate: { filter: 'due', group: 'due', sort: 'due', column: 'due' },
  // Shown next to the estimate.
  trackedSeconds: {},
  repeat: { filter: 'repeat', column: 'repeat' },
  series: {},
  parentId: { filter: 'parent', column: 'parent' },
  siblingPosition: {},
  position: { sort: 'manual' },
  reporterId: { filter: 'reporter', group: 'reporter', sort: 'reporter', column: 'reporter' },
  typeId: { filter: 'type', group: 'type', sort: 'type', column: 'type' },
  milestoneId: { filter: 'milestone', group: 'milestone', sort: 'milestone', column: 'milestone' },
  // Named by id instead: `field:<id>`.
  custom: {},
  cycleId: { filter: 'cycle', group: 'cycle', sort: 'cycle', column: 'cycle' },
  coverId: {},
  // Tasks in triage are shown in a separate list.
  triage: {},
  createdBy: { filter: 'creator', sort: 'creator', column: 'creator' },
  createdAt: { filter: 'created', sort: 'created', column: 'created' },
  updatedAt: { filter: 'updated', sort: 'updated', column: 'updated' },
  closedAt: { filter: 'closed', sort: 'closed', column: 'closed' },
} satisfies Record<keyof Task, Views>;

/** Names in views that are not task fields. */
const OTHERS = { filter: ['blocked'], group: ['none'], sort: [], column: ['progress'] };

test.each([
  ['filter', FILTER_FIELDS],
  ['group', GROUP_FIELDS],
  ['sort', SORT_FIELDS],
  ['column', COLUMN_FIELDS],
] as const)('defines %s names for exactly the task fields and computed values', (use, names) => {
  const ofTasks = Object.values<Views>(VIEWS).flatMap((views) => views[use] ?? []);
  expect([...ofTasks, ...OTHERS[use]].toSorted()).toEqual([...names].toSorted());
});
