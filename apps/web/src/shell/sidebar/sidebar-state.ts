import { createState } from '#platform/client-state/state.ts';

const KEY = 'hearth:sidebar';
const PROJECTS_KEY = 'hearth:sidebar-projects';
const COUNT_KEY = 'hearth:sidebar-project-count';

/** Whether the sidebar is open or collapsed, and whether its list of projects is shown. Stored in this browser. */
export const sidebar = createState({
  isOpen: localStorage.getItem(KEY) !== 'collapsed',
  hasProjects: localStorage.getItem(PROJECTS_KEY) !== 'hidden',
  /** The last known number of projects. Space for them is reserved while the team loads to avoid a layout shift. */
  projectCount: Number(localStorage.getItem(COUNT_KEY)) || 0,
});

export function toggleSidebar(): void {
  const isOpen = !sidebar.get().isOpen;
  sidebar.set({ isOpen });
  localStorage.setItem(KEY, isOpen ? 'open' : 'collapsed');
}

export function toggleSidebarProjects(): void {
  const hasProjects = !sidebar.get().hasProjects;
  sidebar.set({ hasProjects });
  localStorage.setItem(PROJECTS_KEY, hasProjects ? 'shown' : 'hidden');
}

export function rememberProjectCount(projectCount: number): void {
  sidebar.set({ projectCount });
  localStorage.setItem(COUNT_KEY, String(projectCount));
}
