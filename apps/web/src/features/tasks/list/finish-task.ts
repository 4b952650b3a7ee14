import { t } from '@lingui/core/macro';
import { showToast } from '#platform/client-state/toasts.ts';
import type { TeamStore } from '#platform/sync/index.ts';
import { placeTasks } from '#features/tasks/model/bulk.data.ts';
import { defaultStatus, statusesInOrder, type Task } from '#features/tasks/model/tasks.data.ts';

/** Completes or reopens a task, and shows a toast with an undo button. */
export function finishTask(store: TeamStore, task: Task): void {
  const isClosed = task.closedAt !== null;
  const statuses = statusesInOrder(store)
    .ids()
    .flatMap((id) => store.row('status', id) ?? []);
  const to = isClosed ? defaultStatus(store) : statuses.find(({ category }) => category === 'completed');
  if (to === undefined) return;
  store.mutate(placeTasks(store, [task.id], { statusId: to.id }));
  showToast(isClosed ? t`Task reopened` : t`Task done`, {
    action: { label: t`Undo`, run: () => void store.undo() },
  });
}
