import { useEffect } from 'react';
import { useTeamStore } from '#platform/sync/index.ts';

/** A task that was closed long ago is not in the working set: it is asked for where it is named. */
export function useMissingTask(id: string, isMissing: boolean): void {
  const store = useTeamStore();
  useEffect(() => {
    // Without an answer it stays without a name.
    if (isMissing) void store.loadOlder({ key: id }).catch(() => undefined);
  }, [store, id, isMissing]);
}
