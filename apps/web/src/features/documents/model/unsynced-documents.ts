import { useTeamStore } from '#platform/sync/index.ts';
import { createState, useSelected } from '#platform/client-state/state.ts';
import { useTitleOf } from './document-words.ts';

/** Sends documents that are not on the screen, as one person in one team. */
interface BackgroundSync {
  userId: string;
  teamId: string;
  /** Calls back once the server has the document. @returns the end of waiting */
  whenConfirmed: (documentId: string, callback: () => void) => () => void;
}

interface UnsyncedState {
  /** Documents with text on this device that the server has not got. */
  ids: ReadonlySet<string>;
  /** null = what is not on the screen is not sent. */
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

/** The titles of the documents that wait to be synced, as far as this person sees them. */
export function useUnsyncedTitles(): readonly string[] {
  const store = useTeamStore();
  const titleOf = useTitleOf();
  const ids = useSelected(unsyncedDocuments, (state) => state.ids);
  return [...ids].flatMap((id) => {
    const row = store.row('document', id);
    return row === undefined ? [] : titleOf(row);
  });
}
