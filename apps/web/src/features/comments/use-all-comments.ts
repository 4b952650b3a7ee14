import { useEffect, useState } from 'react';
import { useSyncStatus, useTeamStore } from '#platform/sync/index.ts';
import type { CommentSubject } from './comment-kind.ts';
import { loadComments } from './comments.data.ts';

/** A background request: keep the loaded comments; a reconnect retries it. */
function passOver(): void {}

/**
 * Loads the earlier comments of a subject once the server is reachable. @returns whether all of them are loaded
 * @param isNew whether the server does not have the subject yet, and therefore no comments on it
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
