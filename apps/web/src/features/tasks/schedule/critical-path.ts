import { addDays } from '@hearth/contracts/core/days';
import { toWorkday, type Plan } from './task-schedule.ts';
import type { Span } from '#features/tasks/model/task-span.ts';

export interface CriticalPath {
  /** The last day of all open tasks. Null if no open task has a date. */
  end: string | null;
  /** The critical tasks: tasks without slack. */
  ids: ReadonlySet<string>;
}

/**
 * Returns the critical path of a set of tasks: the tasks that end last and, transitively, each task that blocks one of them without slack
 * (without a working day in between). Considers only open tasks with dates. Ignores blockers outside the set.
 */
export function findCriticalPath(
  taskIds: Iterable<string>,
  { taskOf, blockersOf, offOf }: Plan,
): CriticalPath {
  const spans = new Map<string, Span>();
  for (const id of taskIds) {
    const task = taskOf(id);
    if (task?.span && !task.isClosed) spans.set(id, task.span);
  }
  let end: string | null = null;
  for (const { to } of spans.values()) if (end === null || to > end) end = to;
  if (end === null) return { end, ids: new Set() };

  /** Whether extending a task by a working day would delay a task that begins on the given day. */
  const isTight = (id: string, day: string): boolean => {
    const span = spans.get(id);
    return span !== undefined && toWorkday(addDays(span.to, 1), offOf(id)) >= day;
  };
  // Iterating over a set visits elements added during the iteration, but each only once, so cycles terminate.
  const ids = new Set<string>();
  for (const id of spans.keys()) if (isTight(id, addDays(end, 1))) ids.add(id);
  for (const id of ids) {
    const from = spans.get(id)?.from ?? '';
    for (const blocker of blockersOf(id)) if (isTight(blocker, from)) ids.add(blocker);
  }
  return { end, ids };
}
