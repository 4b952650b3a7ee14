import type { SyncRows } from '@hearth/contracts/sync';
import { useMemo } from 'react';
import { useGroup, useRow, useTeamStore, type View } from '#platform/sync/index.ts';
import { useRowsOf } from '#platform/sync/store/use-rows.ts';
import type { Span } from '#features/tasks/model/task-span.ts';
import type { CellFacts } from './workload-cell.tsx';
import { capacityIn, countAway, loadOf, NOBODY, type LoadTask } from './loads.ts';

/** A task that would leave or enter a row if the current drag were dropped. */
export interface RowChange {
  taskId: string;
  /** The task as it would be in this row. Null if the task would leave the row. */
  incoming: SyncRows['task'] | null;
}

/** Returns a task with its current assignees only. Former members get no share. */
export function asLoadTask(task: SyncRows['task'], known: ReadonlySet<string>): LoadTask {
  return { ...task, assigneeIds: task.assigneeIds.filter((id) => known.has(id)) };
}

interface RowLoadsRequest {
  view: View<'task'>;
  row: string;
  /** The columns. Null for the last column because it contains the undated tasks. */
  columns: readonly (Span | null)[];
  today: string;
  known: ReadonlySet<string>;
  change: RowChange | null;
}

/** Returns the load of a member in each column, with their capacity. */
export function useRowLoads({
  view,
  row,
  columns,
  today,
  known,
  change,
}: RowLoadsRequest): readonly CellFacts[] {
  const store = useTeamStore();
  const tasks = useRowsOf('task', useGroup(view, row));
  const own = useRow('workTime', row);
  const team = useRow('workTime', store.teamId);
  const loads = useMemo(() => {
    const all = tasks.map((task) => asLoadTask(task, known));
    return columns.map((column) => loadOf(all, column, today));
  }, [tasks, columns, today, known]);
  const next = useMemo(() => {
    if (change === null) return null;
    const left = tasks.filter(({ id }) => id !== change.taskId);
    const all = [...left, ...(change.incoming === null ? [] : [change.incoming])].map((task) =>
      asLoadTask(task, known),
    );
    return columns.map((column) => loadOf(all, column, today));
  }, [change, tasks, columns, today, known]);
  return loads.map((load, at) => {
    const column = columns[at] ?? null;
    const then = next?.[at] ?? null;
    const isPerson = row !== NOBODY && column !== null;
    const isSame =
      then === null || (then.points === load.points && then.taskIds.length === load.taskIds.length);
    return {
      load,
      next: isSame ? null : then,
      capacity: isPerson ? capacityIn(column, today, own, team) : null,
      away: isPerson ? countAway(column, today, own) : 0,
    };
  });
}
