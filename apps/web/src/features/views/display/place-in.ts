import type { SyncRows } from '@hearth/contracts/sync';
import { nameSpan } from '#features/tasks/index.ts';

type Task = SyncRows['task'];

/** Where a layout puts a task: by its days, or in its groups. */
export function placeIn(
  isByDays: boolean,
  slotsOf: (task: Task) => readonly string[],
): (task: Task) => readonly string[] {
  return isByDays ? (task) => [nameSpan(task)] : slotsOf;
}
