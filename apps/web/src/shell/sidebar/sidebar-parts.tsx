import { createPortal } from 'react-dom';
import { FavouritesSection } from '#features/favourites/index.ts';
import { createState, useSelected } from '#platform/client-state/state.ts';
import { SidebarProjects } from './sidebar-projects.tsx';
import { sidebar } from './sidebar-state.ts';

/** The portal targets in the sidebar. Null on phones because they have no sidebar. */
const targets = createState<Record<'projects' | 'favourites', HTMLElement | null>>({
  projects: null,
  favourites: null,
});

export const setProjectsTarget = (projects: HTMLElement | null): void => targets.set({ projects });
export const setFavouritesTarget = (favourites: HTMLElement | null): void => targets.set({ favourites });

/** Uses portals because projects and favourites belong to the open team, but the sidebar is outside the team's workspace. */
export function SidebarParts() {
  const { projects, favourites } = useSelected(targets, (all) => all);
  const { isOpen, hasProjects } = useSelected(sidebar, (state) => state);
  return (
    <>
      {projects !== null &&
        createPortal(<SidebarProjects isCompact={!isOpen} isShown={hasProjects} />, projects)}
      {favourites !== null && createPortal(<FavouritesSection isCompact={!isOpen} />, favourites)}
    </>
  );
}
