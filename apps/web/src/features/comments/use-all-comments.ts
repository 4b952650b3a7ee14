import { useEffect, useState } from 'react';
import { useSyncStatus, useTeamStore } from '#platform/sync/index.ts';
import type { CommentSubject } from './comment-kind.ts';
import { loadComments } from './comments.data.ts';

/** Background request: keep the loaded comments. A reconnect retries it. */
function passOver(): void {}

/**
 * Loads the earlier comments of a subject once the server is reachable.
 * @returns whether all of them are loaded
 * @param isNew whether the subject does not exist on the server yet and therefore has no comments there
 */
export function useAllComments({ kind, id }: Pick<CommentSubject, 'kind' | 'id'>, isNew: boolean): boolean {
  const store = useTeamStore();
  const isLive = useSyncStatus() === 'live';
  const [isWhole, setIsWhole] = useState(false);
  useEffect(() => {
    if (!isLive || isNew) return undefined;
    let isCurrent = true;
    loadComments(store, { kind, id }).then(() => isCurrent && setIsWhole(true), passOver);
    return () => {
      isCurrent = false;
    };
  }, [store, kind, id, isLive, isNew]);
  return isWhole || isNew;
}
