import { useTeamStore } from '#platform/sync/index.ts';
import { createState, useSelected } from '#platform/client-state/state.ts';
import { useTitleOf } from './use-title-of.ts';

/** The session whose document changes are sent in the background. */
interface BackgroundSync {
  userId: string;
  teamId: string;
  /**
   * Calls back once the server has created the document.
   * @returns a function that unsubscribes
   */
  whenConfirmed: (documentId: string, callback: () => void) => () => void;
}

interface UnsyncedState {
  /** Ids of documents with unsent changes on this device. */
  ids: ReadonlySet<string>;
  /** Null if nothing is sent in the background. */
  background: BackgroundSync | null;
}

export const unsyncedDocuments = createState<UnsyncedState>({ ids: new Set(), background: null });

export function markUnsynced(documentId: string, isUnsynced: boolean): void {
  const { ids } = unsyncedDocuments.get();
  if (ids.has(documentId) === isUnsynced) return;
  const others = [...ids].filter((id) => id !== documentId);
  unsyncedDocuments.set({ ids: new Set(isUnsynced ? [...others, documentId] : others) });
}

export function useIsUnsynced(documentId: string): boolean {
  return useSelected(unsyncedDocuments, ({ ids }) => ids.has(documentId));
}

/** Returns the titles of the documents with unsent changes that this user can see. */
export function useUnsyncedTitles(): readonly string[] {
  const store = useTeamStore();
  const titleOf = useTitleOf();
  const ids = useSelected(unsyncedDocuments, (state) => state.ids);
  return [...ids].flatMap((id) => {
    const row = store.row('document', id);
    return row === undefined ? [] : titleOf(row);
  });
}
