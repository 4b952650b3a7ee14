import { useEffect, useState } from 'react';
import { useSyncStatus, useTeamStore } from '#platform/sync/index.ts';
import { loadComments } from './comments.data.ts';

/** Background request: keep the loaded comments. A reconnect retries it. */
function passOver(): void {}

/**
 * Loads the earlier comments of a task once the server is reachable.
 * @returns whether all of them are loaded
 * @param isNew whether the task does not exist on the server yet and therefore has no comments there
 */
export function useAllComments(taskId: string, isNew: boolean): boolean {
  const store = useTeamStore();
  const isLive = useSyncStatus() === 'live';
  const [isWhole, setIsWhole] = useState(false);
  useEffect(() => {
    if (!isLive || isNew) return undefined;
    let isCurrent = true;
    loadComments(store, taskId).then(() => isCurrent && setIsWhole(true), passOver);
    return () => {
      isCurrent = false;
    };
  }, [store, taskId, isLive, isNew]);
  return isWhole || isNew;
}
