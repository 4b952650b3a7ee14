import { createState } from '#platform/state.ts';

const KEY = 'hearth:sidebar';

/** Open or collapsed, remembered by this browser. */
export const sidebar = createState({ isOpen: localStorage.getItem(KEY) !== 'collapsed' });

export function toggleSidebar(): void {
  const isOpen = !sidebar.get().isOpen;
  sidebar.set({ isOpen });
  localStorage.setItem(KEY, isOpen ? 'open' : 'collapsed');
}
