import type { ListedTrashItem, Restored } from '@hearth/contracts/trash/trash';
import { t } from '@lingui/core/macro';
import { showToast, type ToastAction } from '#platform/client-state/toasts.ts';

export type RestorableItem = Pick<ListedTrashItem, 'id' | 'kind' | 'title'>;

interface RestoredToastOptions {
  actions?: readonly ToastAction[];
  /** Restores further items. */
  restore: (items: readonly RestorableItem[]) => Promise<void>;
}

/**
 * Reports a restored item. If it was restored without its parent, says where it is, and offers to restore the parent as well.
 * @param itemTitle the title of the item
 */
export function showRestoredToast(
  itemTitle: string,
  restored: Restored | null,
  { actions = [], restore }: RestoredToastOptions,
): void {
  const title = itemTitle === '' ? t`Untitled` : itemTitle;
  if (restored === null || !restored.isDetached) return showToast(t`Restored “${title}”`, { actions });
  const parent = restored.parentItem;
  if (parent === null)
    return showToast(t`Restored “${title}” at the top level. Its parent is still deleted.`, {
      actions,
      isLasting: true,
    });
  const parentName = parent.title === '' ? t`Untitled` : parent.title;
  showToast(t`Restored “${title}” at the top level because “${parentName}” is in the trash.`, {
    actions: [{ label: t`Restore parent`, run: () => void restore([parent]) }, ...actions],
    isLasting: true,
  });
}
