import type { CallReply } from '@hearth/contracts/client-types';
import { useEffect, useState } from 'react';
import { trackLoading } from '#platform/client-state/loading.ts';
import { showError } from '#platform/client-state/toasts.ts';
import { explainError } from '#platform/texts/error-messages.ts';
import { call } from '#platform/api/api-client.ts';
import { useSyncStatus, useTeamStore, type TeamStore } from '#platform/sync/index.ts';
import { attachmentsByTask } from '#features/tasks/attachments/attachments.data.ts';
import { checklistByTask, relationsByTask, subTasksByParent } from '#features/tasks/model/tasks.data.ts';

type Page = CallReply<'GET /teams/{teamId}/tasks/{taskId}/history'>;
export type PastChange = Page['changes'][number];

/** Page size of the history. */
const PAGE = 50;

/** Ignores a failed background refresh. Loaded changes are kept. The next change or reconnect triggers a retry. */
function passOver(): void {}

interface TaskPast {
  /** Newest first. Undefined until the first page is loaded. */
  changes: readonly PastChange[] | undefined;
  hasEarlier: boolean;
  showEarlier: () => void;
}

/** Loads the history of a task when it is shown and again whenever the sync feed delivers a change to the task. */
export function useTaskPast(taskId: string): TaskPast {
  const store = useTeamStore();
  const { teamId } = store;
  const isLive = useSyncStatus() === 'live';
  const [past, setPast] = useState<Page>();

  useEffect(() => {
    if (!isLive) return undefined;
    let reading = new AbortController();
    const read = () => {
      // Unconfirmed changes are not in the history yet.
      if (store.isPending('task', taskId)) return;
      reading.abort();
      reading = new AbortController();
      const { signal } = reading;
      readPage(teamId, taskId, undefined, signal).then(
        (page) => !signal.aborted && setPast((known) => joinNewer(page, known)),
        passOver,
      );
    };
    read();
    const stopRow = store.subscribeRow('task', taskId, read);
    // Changes to checklist items, files and relations are also in the task's history but do not change the task's row.
    let seen = listParts(store, taskId);
    const stopParts = store.subscribeSteps(() => {
      if (store.pendingCount > 0) return;
      const now = listParts(store, taskId);
      if (now.length === seen.length && now.every((row, at) => row === seen[at])) return;
      seen = now;
      read();
    });
    return () => {
      stopRow();
      stopParts();
      reading.abort();
    };
  }, [store, teamId, taskId, isLive]);

  const cursor = past?.nextCursor ?? null;
  async function readEarlier(): Promise<void> {
    if (cursor === null) return;
    try {
      const page = await readPage(teamId, taskId, cursor);
      setPast((known) =>
        known?.nextCursor === cursor
          ? { changes: [...known.changes, ...page.changes], nextCursor: page.nextCursor }
          : known,
      );
    } catch (error) {
      showError(explainError(error));
    }
  }
  return {
    changes: past?.changes,
    hasEarlier: cursor !== null,
    showEarlier: () => void trackLoading(readEarlier()),
  };
}

function listParts(store: TeamStore, taskId: string): unknown[] {
  const items = checklistByTask(store).ids(taskId);
  const relations = relationsByTask(store).ids(taskId);
  const files = attachmentsByTask(store).ids(taskId);
  return [
    ...items.map((id) => store.row('checklistItem', id)),
    ...relations.map((id) => store.row('relation', id)),
    ...files.map((id) => store.row('attachment', id)),
    // The task's history contains added and removed sub-tasks. Changes to a sub-task are in the sub-task's own history.
    ...subTasksByParent(store).ids(taskId),
  ];
}

/**
 * Merges the newest page with the loaded changes. If there is a gap between them, drops the loaded changes. They can then be loaded again
 * on demand.
 */
export function joinNewer(page: Page, known: Page | undefined): Page {
  const oldest = page.changes.at(-1)?.id;
  const at = known?.changes.findIndex(({ id }) => id === oldest) ?? -1;
  if (known === undefined || at === -1) return page;
  return { changes: [...page.changes, ...known.changes.slice(at + 1)], nextCursor: known.nextCursor };
}

async function readPage(
  teamId: string,
  taskId: string,
  cursor: string | undefined,
  signal?: AbortSignal,
): Promise<Page> {
  return await call('GET /teams/{teamId}/tasks/{taskId}/history', {
    params: { teamId, taskId },
    query: { limit: PAGE, cursor },
    ...(signal === undefined ? {} : { signal }),
  });
}
