import { useMemo } from 'react';
import { useTeamStore } from '#platform/sync/index.ts';
import { useGroupLists, useRowsOf } from '#platform/sync/store/use-rows.ts';
import { findCriticalPath, type CriticalPath } from '#features/tasks/schedule/critical-path.ts';
import type { Line } from '#features/tasks/grouping/list-lines.ts';
import { relationsByTask } from '#features/tasks/model/tasks.data.ts';
import { readPlan } from './use-dependency-shift.ts';

const NO_LINES: readonly Line[] = [];
const NO_PEOPLE: readonly string[] = [];

/** Returns the critical path of the tasks in the given lines. Returns null while it is hidden. */
export function useCriticalPath(lines: readonly Line[], isShown: boolean): CriticalPath | null {
  const store = useTeamStore();
  const looked = isShown ? lines : NO_LINES;
  const ids = useMemo(
    () => [...new Set(looked.flatMap((line) => (line.kind === 'task' ? line.id : [])))],
    [looked],
  );
  // Subscribe to everything that affects the result: the tasks, their blockers, and absences.
  const tasks = useRowsOf('task', ids);
  const relations = useGroupLists(relationsByTask(store), ids);
  const people = useMemo(
    () => (isShown ? [...new Set(tasks.flatMap(({ assigneeIds }) => assigneeIds))] : NO_PEOPLE),
    [isShown, tasks],
  );
  const times = useRowsOf('workTime', people);
  return useMemo(
    () => (isShown ? findCriticalPath(ids, readPlan(store)) : null),
    // oxlint-disable-next-line react/exhaustive-deps -- `readPlan` reads from the store; these rows signal changes
    [isShown, ids, store, tasks, relations, times],
  );
}
