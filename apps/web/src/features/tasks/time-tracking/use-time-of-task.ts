import type { SyncRows } from '@hearth/contracts/sync';
import { useEffect, useState } from 'react';
import { trackLoading } from '#platform/client-state/loading.ts';
import { showError } from '#platform/client-state/toasts.ts';
import { explainError } from '#platform/texts/error-words.ts';
import { useSyncStatus, useTeamStore } from '#platform/sync/index.ts';
import { loadTime } from './time.data.ts';

interface TimeOfTask {
  /** Is all that was spent on the task here? */
  isWhole: boolean;
  loadEarlier: (() => void) | null;
}

/** Fetches what was spent on a task once it is opened: the feed tells only what is new. */
export function useTimeOfTask({ id, trackedSeconds }: SyncRows['task']): TimeOfTask {
  const store = useTeamStore();
  const isLive = useSyncStatus() === 'live';
  const hasTime = trackedSeconds > 0 && store.at === null;
  // Not known yet: undefined; all of it is here: null.
  const [cursor, setCursor] = useState<string | null>();
  useEffect(() => {
    if (!isLive || !hasTime) return undefined;
    let isCurrent = true;
    // Without an answer the list shows what is here, as it does offline.
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
