import type { SyncRows } from '@hearth/contracts/sync';
import { nameSpan } from '#features/tasks/index.ts';

type Task = SyncRows['task'];

/** Slots of a task in a layout: by days, or by groups. */
export function placeIn(
  isByDays: boolean,
  slotsOf: (task: Task) => readonly string[],
): (task: Task) => readonly string[] {
  return isByDays ? (task) => [nameSpan(task)] : slotsOf;
}
