import { plural, t } from '@lingui/core/macro';
import { showToast } from '#platform/client-state/toasts.ts';
import type { TeamStore } from '#platform/sync/index.ts';
import type { Task } from '#features/tasks/model/tasks.data.ts';
import { sendToTriage } from '#features/tasks/model/triage.data.ts';

/** Sends tasks to the triage of their projects and shows a toast. */
export function sendToTriageWithToast(store: TeamStore, tasks: readonly Task[]): void {
  if (tasks.length === 0) return;
  store.mutate(sendToTriage(store, tasks));
  const count = tasks.length;
  showToast(t`${plural(count, { one: '# task sent to triage', other: '# tasks sent to triage' })}`, {
    action: { label: t`Undo`, run: () => void store.undo() },
  });
}
