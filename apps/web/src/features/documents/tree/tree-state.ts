import { createState } from '#platform/client-state/state.ts';

const KEY = 'hearth:document-tree';

/** Whether the tree is shown next to a document. Stored in this browser. */
export const treePane = createState({ isShown: localStorage.getItem(KEY) !== 'hidden' });

export function toggleTreePane(): void {
  const isShown = !treePane.get().isShown;
  treePane.set({ isShown });
  localStorage.setItem(KEY, isShown ? 'shown' : 'hidden');
}
