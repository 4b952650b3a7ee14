import type { SyncRows } from '@hearth/contracts/sync';
import { nameSpan } from '#features/tasks/index.ts';

type Task = SyncRows['task'];

/** Returns a function that lists the groups of a task: its span of days, or its slots by field. */
export function placeIn(
  isByDays: boolean,
  slotsOf: (task: Task) => readonly string[],
): (task: Task) => readonly string[] {
  return isByDays ? (task) => [nameSpan(task)] : slotsOf;
}
