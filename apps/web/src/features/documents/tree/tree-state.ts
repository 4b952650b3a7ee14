import { createState } from '#platform/client-state/state.ts';

const KEY = 'hearth:document-tree';

/** Whether the tree stands beside a document, remembered by this browser. */
export const treePane = createState({ isShown: localStorage.getItem(KEY) !== 'hidden' });

export function toggleTreePane(): void {
  const isShown = !treePane.get().isShown;
  treePane.set({ isShown });
  localStorage.setItem(KEY, isShown ? 'shown' : 'hidden');
}
