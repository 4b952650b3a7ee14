import { useEffect } from 'react';
import { useTeamStore } from '#platform/sync/index.ts';

/** Fetches a task from outside the working set if it is missing. */
export function useMissingTask(id: string, isMissing: boolean): void {
  const store = useTeamStore();
  useEffect(() => {
    // If the request fails, show the task without its title.
    if (isMissing) void store.loadOlder({ key: id }).catch(() => undefined);
  }, [store, id, isMissing]);
}
