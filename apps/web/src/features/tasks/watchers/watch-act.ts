import { plural, t } from '@lingui/core/macro';
import { showToast } from '#platform/client-state/toasts.ts';
import type { TeamStore } from '#platform/sync/index.ts';
import { watchTasks } from './watching.data.ts';

/** Watches or unwatches tasks. Shows a toast because the change is not visible elsewhere on a board. */
export function watchWithToast(store: TeamStore, ids: readonly string[], isWatching: boolean): void {
  const commands = watchTasks(store, ids, isWatching);
  const count = ids.length;
  const message = isWatching
    ? t`${plural(count, { one: 'You watch # task', other: 'You watch # tasks' })}`
    : t`${plural(count, { one: 'You no longer watch # task', other: 'You no longer watch # tasks' })}`;
  if (commands.length === 0) showToast(message);
  else {
    store.mutate(commands);
    showToast(message, { action: { label: t`Undo`, run: () => void store.undo() } });
  }
}
