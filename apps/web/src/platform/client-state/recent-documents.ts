import { remember } from './remember.ts';
import { createState, useSelected } from './state.ts';

const KEY = 'hearth:recent-documents';
const MAX_KEPT = 24;

/** Documents opened on this device, latest first. Contains ids across all teams but no titles. */
const recents = createState<{ ids: readonly string[] }>({ ids: readStored() });

function readStored(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

export function useRecentDocumentIds(): readonly string[] {
  return useSelected(recents, ({ ids }) => ids);
}

export function noteOpenedDocument(id: string): void {
  const ids = [id, ...recents.get().ids.filter((other) => other !== id)].slice(0, MAX_KEPT);
  recents.set({ ids });
  remember(KEY, JSON.stringify(ids));
}

/** Clears the list so that the next user does not see it. */
export function forgetRecentDocuments(): void {
  recents.set({ ids: [] });
  localStorage.removeItem(KEY);
}
