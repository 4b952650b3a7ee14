import type { SyncRows } from '@hearth/contracts/sync';
import type { SyncEntity } from '@hearth/contracts/sync-values';
import { useMemo, useSyncExternalStore } from 'react';
import { useGroup, useTeamStore } from './react.ts';
import type { TeamStore } from './team-store.ts';
import type { Lists, View } from '#platform/sync/rows/views.ts';

/** Returns all rows of one group, in order. For short lists only: it re-renders when any row changes. */
export function useRows<E extends SyncEntity>(view: View<E>, group = ''): readonly SyncRows[E][] {
  return useRowsOf(view.entity, useGroup(view, group));
}

/** Returns the existing rows of `ids`. `ids` must be the same array while its content is unchanged. */
export function useRowsOf<E extends SyncEntity>(entity: E, ids: readonly string[]): readonly SyncRows[E][] {
  const store = useTeamStore();
  const source = useMemo(() => watchRows(store, entity, ids), [store, entity, ids]);
  return useSyncExternalStore(source.subscribe, source.read);
}

function watchRows<E extends SyncEntity>(store: TeamStore, entity: E, ids: readonly string[]) {
  let last: readonly SyncRows[E][] = [];
  return {
    subscribe(this: void, listener: () => void): () => void {
      const stops = ids.map((id) => store.subscribeRow(entity, id, listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
    /** Returns the same array while every row in it is the same object (memoized). */
    read(this: void): readonly SyncRows[E][] {
      const now = ids.map((id) => store.row(entity, id)).filter((row) => row !== undefined);
      if (now.length !== last.length || now.some((row, at) => row !== last[at])) last = now;
      return last;
    },
  };
}

/**
 * Returns the ids of several groups in the order of `groups`. `groups` must be a stable array. Returns a new array when any group changes.
 */
export function useGroupLists(view: Lists, groups: readonly string[]): readonly (readonly string[])[] {
  const source = useMemo(() => watchGroups(view, groups), [view, groups]);
  return useSyncExternalStore(source.subscribe, source.read);
}

function watchGroups(view: Lists, groups: readonly string[]) {
  let last: readonly (readonly string[])[] = [];
  return {
    subscribe(this: void, listener: () => void): () => void {
      const stops = groups.map((group) => view.subscribe(group, listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
    read(this: void): readonly (readonly string[])[] {
      const now = groups.map((group) => view.ids(group));
      if (now.length !== last.length || now.some((ids, at) => ids !== last[at])) last = now;
      return last;
    },
  };
}
