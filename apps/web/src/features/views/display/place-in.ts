import type { SyncRows } from '@hearth/contracts/sync';
import type { SortKey, TaskView } from '@hearth/contracts/views/view-values';
import { nameSpan } from '#features/tasks/index.ts';

type Task = SyncRows['task'];

/** Returns a function that lists the groups of a task: its span of days, or its slots by field. */
export function placeIn(
  isByDays: boolean,
  slotsOf: (task: Task) => readonly string[],
): (task: Task) => readonly string[] {
  return isByDays ? (task) => [nameSpan(task)] : slotsOf;
}

/** Returns the sort order of a view. A calendar without one sorts the tasks of a day by time. */
export function sortIn({ layout, sort }: Pick<TaskView, 'layout' | 'sort'>): readonly SortKey[] {
  return layout === 'calendar' && sort.length === 0 ? [{ field: 'due', isDescending: false }] : sort;
}
