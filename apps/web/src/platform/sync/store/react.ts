import type { PersonHere } from '@hearth/contracts/presence/presence-values';
import type { SyncRows } from '@hearth/contracts/sync';
import type { SyncEntity } from '@hearth/contracts/sync-values';
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { whenChunksAreHere } from '#ui/lazy/load-chunk.ts';
import type { TeamStore } from './team-store.ts';
import type { FirstPart, Refusal, SyncStatus } from '#platform/sync/rows/types.ts';
import type { View, ViewSpec } from '#platform/sync/rows/views.ts';

const TeamStoreContext = createContext<TeamStore | null>(null);

export const TeamStoreProvider = TeamStoreContext.Provider;

/** Notifies the store, if any, once a screen is drawn, including its lazy-loaded components. */
export function useNoteDrawn(): void {
  const store = useContext(TeamStoreContext);
  useEffect(() => {
    if (store !== null) void whenChunksAreHere().then(() => store.noteDrawn());
  }, [store]);
}

export function useTeamStore(): TeamStore {
  const store = useContext(TeamStoreContext);
  if (store === null) throw new Error('must be used inside <TeamStoreProvider>');
  return store;
}

/** Returns one row. Re-renders only when the row's own fields change. */
export function useRow<E extends SyncEntity>(entity: E, id: string): SyncRows[E] | undefined {
  const store = useTeamStore();
  const subscribe = useCallback(
    (listener: () => void) => store.subscribeRow(entity, id, listener),
    [store, entity, id],
  );
  return useSyncExternalStore(subscribe, () => store.row(entity, id));
}

/**
 * Returns a view for the lifetime of the component. The spec must be stable (a constant, or memoized by its dependencies) because each new
 * spec creates a new view.
 */
export function useView<E extends SyncEntity>(spec: ViewSpec<E>): View<E> {
  const store = useTeamStore();
  const view = useMemo(() => store.idleView(spec), [store, spec]);
  useEffect(() => {
    // In an effect because a discarded render would leak the view.
    view.attach();
    return () => view.dispose();
  }, [view]);
  return view;
}

/** Returns the ordered ids of one group of a view. Re-renders only when that list changes. */
export function useGroup<E extends SyncEntity>(view: View<E>, group = ''): readonly string[] {
  const subscribe = useCallback((listener: () => void) => view.subscribe(group, listener), [view, group]);
  return useSyncExternalStore(subscribe, () => view.ids(group));
}

/** Returns the names of a view's non-empty groups. */
export function useGroups<E extends SyncEntity>(view: View<E>): readonly string[] {
  const subscribe = useCallback((listener: () => void) => view.subscribeGroups(listener), [view]);
  return useSyncExternalStore(subscribe, () => view.groups());
}

/** Returns the scope of the rows that are loaded first while the rest is still loading. Returns null otherwise. */
export function useFirstPart(): FirstPart | null {
  const store = useTeamStore();
  const subscribe = useCallback((listener: () => void) => store.subscribeSteps(listener), [store]);
  return useSyncExternalStore(subscribe, () => store.first);
}

export function useSyncStatus(): SyncStatus {
  const store = useTeamStore();
  const subscribe = useCallback((listener: () => void) => store.subscribeStatus(listener), [store]);
  return useSyncExternalStore(subscribe, () => store.status);
}

/** Returns the locations of the other users. Empty without a connection. */
export function usePeopleHere(): readonly PersonHere[] {
  const { presence } = useTeamStore();
  const subscribe = useCallback((listener: () => void) => presence.subscribe(listener), [presence]);
  return useSyncExternalStore(subscribe, () => presence.people);
}

/** Returns the other users who have a task open. Re-renders only for changes to this task. */
export function useOpeners(taskId: string): readonly string[] {
  const { presence } = useTeamStore();
  const subscribe = useCallback(
    (listener: () => void) => presence.subscribeTask(taskId, listener),
    [presence, taskId],
  );
  return useSyncExternalStore(subscribe, () => presence.openersOf(taskId));
}

export function usePendingCount(): number {
  const store = useTeamStore();
  const subscribe = useCallback((listener: () => void) => store.subscribeSteps(listener), [store]);
  return useSyncExternalStore(subscribe, () => store.pendingCount);
}

export function useRefusals(): readonly Refusal[] {
  const store = useTeamStore();
  const subscribe = useCallback((listener: () => void) => store.subscribeRefusals(listener), [store]);
  return useSyncExternalStore(subscribe, () => store.refusals);
}

export function useCanUndo(): { canUndo: boolean; canRedo: boolean } {
  const store = useTeamStore();
  const subscribe = useCallback((listener: () => void) => store.subscribeUndo(listener), [store]);
  const canUndo = useSyncExternalStore(subscribe, () => store.canUndo);
  const canRedo = useSyncExternalStore(subscribe, () => store.canRedo);
  return { canUndo, canRedo };
}

/** Whether undo steps from before a reload are still loading. */
export function useStepsAreComing(): boolean {
  const store = useTeamStore();
  const [here, setHere] = useState<TeamStore | null>(null);
  useEffect(() => {
    void store.stepsBack.then(() => setHere(store));
  }, [store]);
  return here !== store;
}

/**
 * Whether the row has been without pending mutations since this hook began with `id`, so the server has it. False while its creation or
 * restoration from the trash is pending.
 */
export function useWasConfirmed(entity: SyncEntity, id: string): boolean {
  const store = useTeamStore();
  const [confirmed, setConfirmed] = useState<string>();
  const subscribe = useCallback((listener: () => void) => store.subscribeSteps(listener), [store]);
  const isPending = useSyncExternalStore(subscribe, () => store.isPending(entity, id));
  // Sticky: later changes do not reset it. Dependent requests are thus sent only once.
  if (!isPending && confirmed !== id) setConfirmed(id);
  return confirmed === id;
}
