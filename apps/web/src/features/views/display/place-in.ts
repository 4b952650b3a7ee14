import type { SyncRows } from '@hearth/contracts/sync';
import { nameSpan } from '#features/tasks/index.ts';

type Task = SyncRows['task'];

/** Returns the groups of a task in a layout: days, or groups of a field. */
export function placeIn(
  isByDays: boolean,
  slotsOf: (task: Task) => readonly string[],
): (task: Task) => readonly string[] {
  return isByDays ? (task) => [nameSpan(task)] : slotsOf;
}
