import type { SyncRows } from '@hearth/contracts/sync';
import { useEffect, useState } from 'react';
import { trackLoading } from '#platform/client-state/loading.ts';
import { showError } from '#platform/client-state/toasts.ts';
import { explainError } from '#platform/texts/error-messages.ts';
import { useSyncStatus, useTeamStore } from '#platform/sync/index.ts';
import { loadTime } from './time.data.ts';

interface TimeOfTask {
  /** Whether all time entries of the task are loaded. */
  isWhole: boolean;
  loadEarlier: (() => void) | null;
}

/** Fetches the time entries of a task when it is opened because the sync feed delivers only new entries. */
export function useTimeOfTask({ id, trackedSeconds }: SyncRows['task']): TimeOfTask {
  const store = useTeamStore();
  const isLive = useSyncStatus() === 'live';
  const hasTime = trackedSeconds > 0 && store.at === null;
  // Undefined until the first page is loaded, then null after the last page.
  const [cursor, setCursor] = useState<string | null>();
  useEffect(() => {
    if (!isLive || !hasTime) return undefined;
    let isCurrent = true;
    // If the request fails, show the local entries, as in offline mode.
    loadTime(store, id, undefined).then(
      (next) => isCurrent && setCursor(next),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [store, id, isLive, hasTime]);

  async function loadMore(from: string): Promise<void> {
    try {
      setCursor(await loadTime(store, id, from));
    } catch (error) {
      showError(explainError(error));
    }
  }
  return {
    isWhole: cursor === null,
    loadEarlier: typeof cursor === 'string' ? () => void trackLoading(loadMore(cursor)) : null,
  };
}
