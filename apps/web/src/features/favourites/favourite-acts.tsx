import { useAction } from '#platform/actions/actions.ts';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import type { Starred } from './favourites-view.ts';
import {
  addThisProject,
  addThisView,
  removeThisProject,
  removeThisView,
  starThis,
} from './favourites.actions.ts';
import { toggleFavourite } from './toggle-favourite.ts';

export { toggleFavourite } from './toggle-favourite.ts';

interface FavouriteActsProps {
  of: Starred;
  /** Whether it is what the key is about. */
  hasKey: boolean;
}

/** Offers a project or a saved view to the palette and the keyboard. The past is read-only. */
export function FavouriteActs({ of, hasKey }: FavouriteActsProps) {
  const store = useTeamStore();
  const isFavourite = useRow('favourite', of.id) !== undefined;
  const isNow = store.at === null;
  const isProject = of.kind === 'project';
  const toggle = () => toggleFavourite(store, of);
  useAction(addThisProject, toggle, isNow && isProject && !isFavourite);
  useAction(removeThisProject, toggle, isNow && isProject && isFavourite);
  useAction(addThisView, toggle, isNow && !isProject && !isFavourite);
  useAction(removeThisView, toggle, isNow && !isProject && isFavourite);
  useAction(starThis, toggle, isNow && hasKey);
  return null;
}
