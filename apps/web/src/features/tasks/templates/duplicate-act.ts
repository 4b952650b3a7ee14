import { plural, t } from '@lingui/core/macro';
import { MAX_SUB_LEVELS } from '@hearth/contracts/model/task-values';
import { showToast } from '#platform/client-state/toasts.ts';
import type { TeamStore } from '#platform/sync/index.ts';
import { duplicateTask } from './duplicate.data.ts';

/**
 * Duplicates tasks in one undo step and shows a toast.
 * @returns the ids of the copies
 */
export function duplicateWithToast(store: TeamStore, ids: readonly string[]): string[] {
  const chosen = new Set(ids);
  const isPartOfChosen = (id: string): boolean => {
    // Limit the number of steps because concurrent edits can temporarily create a cycle.
    let at = store.row('task', id)?.parentId;
    for (let level = 0; at && level <= MAX_SUB_LEVELS; level += 1) {
      if (chosen.has(at)) return true;
      at = store.row('task', at)?.parentId;
    }
    return false;
  };
  // Sub-tasks are copied with their parent.
  const copies = ids.filter((id) => !isPartOfChosen(id)).map((id) => duplicateTask(store, id));
  store.mutate(copies.flatMap(({ commands }) => commands));
  const count = copies.reduce((sum, copy) => sum + copy.count, 0);
  showToast(t`${plural(count, { one: '# task duplicated', other: '# tasks duplicated' })}`, {
    action: { label: t`Undo`, run: () => void store.undo() },
  });
  return copies.map(({ id }) => id);
}
