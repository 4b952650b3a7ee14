import type { CallReply } from '@hearth/contracts/client-types';
import { useEffect, useState } from 'react';
import { trackLoading } from '#platform/client-state/loading.ts';
import { showError } from '#platform/client-state/toasts.ts';
import { explainError } from '#platform/texts/error-words.ts';
import { call } from '#platform/api/api-client.ts';
import { useSyncStatus, useTeamStore, type TeamStore } from '#platform/sync/index.ts';
import { attachmentsByTask } from '#features/tasks/attachments/attachments.data.ts';
import { checklistByTask, relationsByTask, subTasksByParent } from '#features/tasks/model/tasks.data.ts';

type Page = CallReply<'GET /teams/{teamId}/tasks/{taskId}/history'>;
export type PastChange = Page['changes'][number];

/** Changes asked for at a time. */
const PAGE = 50;

/** Nobody asked for it, and what is here stays: the next change, or the network's return, asks again. */
function passOver(): void {}

interface TaskPast {
  /** Newest first; undefined until the first of them are here. */
  changes: readonly PastChange[] | undefined;
  hasEarlier: boolean;
  showEarlier: () => void;
}

/** What was changed in a task: read when it is shown, and again whenever the feed brings a change of it. */
export function useTaskPast(taskId: string): TaskPast {
  const store = useTeamStore();
  const { teamId } = store;
  const isLive = useSyncStatus() === 'live';
  const [past, setPast] = useState<Page>();

  useEffect(() => {
    if (!isLive) return undefined;
    let reading = new AbortController();
    const read = () => {
      // What is not confirmed yet is not in the history either.
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
    // What the task is made of is told in its history, too, and leaves its own row as it is.
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
    // Which they are is told here; what is done to them, in their own history.
    ...subTasksByParent(store).ids(taskId),
  ];
}

/** The newest page and what is known already; where the two do not meet, what is known waits to be asked for again. */
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
