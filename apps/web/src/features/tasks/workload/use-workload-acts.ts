import { useLingui } from '@lingui/react/macro';
import type { SyncRows } from '@hearth/contracts/sync';
import { announce } from '#platform/client-state/announce.ts';
import { showError, showToast } from '#platform/client-state/toasts.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useToday } from '#ui/format/use-today.ts';
import { placeTask } from '#features/tasks/model/tasks.data.ts';
import { moveLoad, type WorkloadPosition } from './loads.ts';
import { useWorkloadFormats } from './workload-formats.ts';

export interface WorkloadActs {
  mayMove: (taskId: string) => boolean;
  /** Returns the task as it would be after the move. Returns null for a no-op. */
  preview: (taskId: string, from: WorkloadPosition, to: WorkloadPosition) => SyncRows['task'] | null;
  /** Moves a task and shows a toast. Returns false without permission or for a no-op. */
  move: (taskId: string, from: WorkloadPosition, to: WorkloadPosition) => boolean;
}

/**
 * Actions on tasks in the workload.
 * @param nameRow returns the display name of a row
 */
export function useWorkloadActs(nameRow: (row: string) => string): WorkloadActs {
  const { t } = useLingui();
  const store = useTeamStore();
  const may = useMay();
  const today = useToday();
  const formats = useWorkloadFormats();

  const acts: WorkloadActs = {
    mayMove(taskId) {
      const task = store.row('task', taskId);
      return task !== undefined && may('task.update', task);
    },
    preview(taskId, from, to) {
      const task = store.row('task', taskId);
      const fields = task === undefined ? null : moveLoad(task, from, to, today);
      return task === undefined || fields === null ? null : ({ ...task, ...fields } as SyncRows['task']);
    },
    move(taskId, from, to) {
      const task = store.row('task', taskId);
      if (task === undefined) return false;
      if (!acts.mayMove(taskId)) {
        showError(t`You can’t edit this task`);
        return false;
      }
      const fields = moveLoad(task, from, to, today);
      const command = fields === null ? null : placeTask(store, taskId, copyOf(fields), [], null);
      if (command === null) return false;
      store.mutate(command);
      const { title } = task;
      const [name, days] = [nameRow(to.row), formats.column(to.column)];
      announce(t`${title}: ${name}, ${days}`);
      showToast(t`Moved to ${name}, ${days}`, { action: { label: t`Undo`, run: () => void store.undo() } });
      return true;
    },
  };
  return acts;
}

function copyOf({ assigneeIds, ...dates }: NonNullable<ReturnType<typeof moveLoad>>) {
  return { ...dates, ...(assigneeIds === undefined ? {} : { assigneeIds: [...assigneeIds] }) };
}
