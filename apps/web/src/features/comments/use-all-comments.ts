import { useEffect, useState } from 'react';
import { useSyncStatus, useTeamStore } from '#platform/sync/index.ts';
import type { CommentSubject } from './comment-kind.ts';
import { loadComments } from './comments.data.ts';

/** Nobody asked for it, and what is here stays: the network's return asks again. */
function passOver(): void {}

/**
 * Brings the earlier comments on a thing once the server can be reached. @returns whether all of them are here
 * @param isNew the server does not have the thing yet, and so no comments on it
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
