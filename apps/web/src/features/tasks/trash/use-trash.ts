import type { ListedTrashItem } from '@hearth/contracts/trash/trash';
import type { TrashedKind } from '@hearth/contracts/trash/trash-values';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { deleteTasks } from '#features/tasks/model/bulk.data.ts';
import { ApiError } from '#platform/api/api-client.ts';
import { trackLoading } from '#platform/client-state/loading.ts';
import { showError, showToast } from '#platform/client-state/toasts.ts';
import { explainError } from '#platform/texts/error-messages.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { refreshSubscription } from '#platform/session/subscription.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRequest, type Requested } from '#platform/api/use-request.ts';
import { showRestoredToast, type RestorableItem } from './restored-toast.ts';
import { deleteItems, readTrash, restoreItems, type TrashPage } from './trash.data.ts';

interface Trash {
  list: Requested<TrashPage>;
  /** Ids of items being restored. */
  busy: ReadonlySet<string>;
  isReadingMore: boolean;
  readMore: () => Promise<void>;
  restore: (items: readonly ListedTrashItem[]) => Promise<void>;
  /** Deletes items permanently, or all that the person manages. */
  remove: (items: readonly ListedTrashItem[] | 'all') => Promise<void>;
}

/** Returns the deleted items that match a search, with functions to restore and delete them. */
export function useTrash(openTask: (taskId: string) => void, search: string, kind?: TrashedKind): Trash {
  const { t } = useLingui();
  const store = useTeamStore();
  const may = useMay();
  const router = useRouter();
  const { teamId } = store;
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const [isReadingMore, setIsReadingMore] = useState(false);
  const list = useRequest(`${teamId} ${kind ?? ''} ${search}`, (signal) =>
    readTrash(teamId, { search, kind }, null, signal),
  );

  async function readMore(): Promise<void> {
    const cursor = list.data?.nextCursor ?? null;
    if (cursor === null) return;
    setIsReadingMore(true);
    try {
      const next = await trackLoading(readTrash(teamId, { search, kind }, cursor));
      list.changeData(({ items }) => ({ items: [...items, ...next.items], nextCursor: next.nextCursor }));
    } catch (error) {
      showError(explainError(error));
    } finally {
      setIsReadingMore(false);
    }
  }

  /** Trashes restored tasks again, except those that are not loaded or that the user may not delete. */
  function trashAgain(items: readonly ListedTrashItem[]): void {
    const ids = items.flatMap(({ id }) => {
      const task = store.row('task', id);
      return task !== undefined && may('task.delete', task) ? id : [];
    });
    if (ids.length === 0) return;
    store.mutate(deleteTasks(store, ids, (task) => may('task.delete', task)));
    const back = items.filter(({ id }) => ids.includes(id));
    list.changeData(({ items: others, nextCursor }) => ({ items: [...back, ...others], nextCursor }));
  }

  function open({ kind: what, id }: RestorableItem): void {
    if (what === 'task') openTask(id);
    else if (what === 'document')
      void router.navigate({
        to: '/dashboard/documents/$documentId',
        params: { documentId: id },
        search: {},
      });
    else
      void router.navigate({ to: '/dashboard/projects/$projectId', params: { projectId: id }, search: {} });
  }

  async function restore(items: readonly RestorableItem[]): Promise<void> {
    const ids = new Set(items.map(({ id }) => id));
    const listed = (list.data?.items ?? []).filter(({ id }) => ids.has(id));
    setBusy(ids);
    try {
      const restored = await trackLoading(restoreItems(teamId, items));
      list.changeData(({ items: all, nextCursor }) => ({
        items: all.filter(({ id }) => !ids.has(id)),
        nextCursor,
      }));
      const [first] = items;
      if (first === undefined) return;
      const count = items.length;
      const tasks = listed.filter(({ kind }) => kind === 'task');
      const actions = [
        ...(count === 1 ? [{ label: t`Open`, run: () => open(first) }] : []),
        ...(tasks.length === count ? [{ label: t`Undo`, run: () => trashAgain(tasks) }] : []),
      ];
      if (count === 1) showRestoredToast(first.title, restored, { actions, restore });
      else
        showToast(t`${plural(count, { one: '# item restored', other: '# items restored' })}`, {
          actions,
        });
    } catch (error) {
      showError(explainError(error));
      if (error instanceof ApiError && error.status === 402) void refreshSubscription();
      // If there were several requests, some of them may have succeeded.
      if (items.length > 1) list.reload();
    } finally {
      setBusy(new Set());
    }
  }

  async function remove(items: readonly ListedTrashItem[] | 'all'): Promise<void> {
    let count = 0;
    try {
      await trackLoading(deleteItems(teamId, items, (deleted) => (count += deleted)));
      showToast(t`${plural(count, { one: '# item deleted', other: '# items deleted' })}`);
      // Parts that the user may not delete are now listed on their own.
      list.reload();
    } catch (error) {
      showError(explainError(error));
      if (count > 0) list.reload();
    }
  }

  return { list, busy, isReadingMore, readMore, restore, remove };
}
