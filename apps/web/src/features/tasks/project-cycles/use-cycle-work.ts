import type { CycleCount } from '@hearth/contracts/cycles/cycle-values';
import type { SyncRows } from '@hearth/contracts/sync';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { tasksByCycle } from '#features/tasks/cycles/cycles.data.ts';
import { useStatuses } from '#features/tasks/model/task-views.ts';

export interface CycleWork {
  /** Sorted by status. */
  tasks: readonly SyncRows['task'][];
  /** Number of tasks and points. Canceled tasks are not counted. */
  scope: CycleCount;
  started: CycleCount;
  done: CycleCount;
}

/** Returns the current tasks of a cycle and their totals. */
export function useCycleWork(cycleId: string): CycleWork {
  const statuses = useStatuses();
  const rows = useRows(tasksByCycle(useTeamStore()), cycleId);
  const indexOf = new Map(statuses.map(({ id }, at) => [id, at]));
  const categoryOf = new Map(statuses.map(({ id, category }) => [id, category]));
  const work: CycleWork = {
    tasks: rows.toSorted((a, b) => (indexOf.get(a.statusId) ?? 0) - (indexOf.get(b.statusId) ?? 0)),
    scope: { tasks: 0, points: 0 },
    started: { tasks: 0, points: 0 },
    done: { tasks: 0, points: 0 },
  };
  for (const { statusId, estimate } of rows) {
    const category = categoryOf.get(statusId);
    if (category === 'cancelled') continue;
    const counts = [work.scope];
    if (category === 'started') counts.push(work.started);
    if (category === 'completed') counts.push(work.done);
    for (const count of counts) {
      count.tasks += 1;
      count.points += estimate ?? 0;
    }
  }
  return work;
}
