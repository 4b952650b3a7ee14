import { createPortal } from 'react-dom';
import { HeldFavourites } from '#features/favourites/index.ts';
import { createState, useSelected } from '#platform/state.ts';
import { sidebar } from './sidebar-state.ts';

/** Where in the sidebar they stand; there is none on a phone. */
const favouritesPlace = createState<{ element: HTMLElement | null }>({ element: null });

export function placeFavourites(element: HTMLElement | null): void {
  favouritesPlace.set({ element });
}

/** The favourites are the open team's, and the sidebar stands around every team: they reach into it. */
export function SidebarFavourites() {
  const place = useSelected(favouritesPlace, ({ element }) => element);
  const isOpen = useSelected(sidebar, (state) => state.isOpen);
  return place === null ? null : createPortal(<HeldFavourites isCompact={!isOpen} />, place);
}
