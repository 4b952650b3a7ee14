import { useAction } from '#platform/actions/actions.ts';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import type { Starred } from './favourites-view.ts';
import {
  addThisDocument,
  addThisProject,
  addThisView,
  removeThisDocument,
  removeThisProject,
  removeThisView,
  starThis,
} from './favourites.actions.ts';
import { toggleFavourite } from './toggle-favourite.ts';

export { toggleFavourite } from './toggle-favourite.ts';

interface FavouriteActsProps {
  of: Starred;
  /** Whether the keyboard shortcut applies to this favourite. */
  hasKey: boolean;
}

/**
 * Registers favourite actions of a project, a saved view or a document with the palette and the keyboard. Disabled in a historical snapshot
 * because snapshots are read-only.
 */
export function FavouriteActs({ of, hasKey }: FavouriteActsProps) {
  const store = useTeamStore();
  const isFavourite = useRow('favourite', of.id) !== undefined;
  const isNow = store.at === null;
  const toggle = () => toggleFavourite(store, of);
  const is = (kind: Starred['kind']) => isNow && of.kind === kind;
  useAction(addThisProject, toggle, is('project') && !isFavourite);
  useAction(removeThisProject, toggle, is('project') && isFavourite);
  useAction(addThisView, toggle, is('view') && !isFavourite);
  useAction(removeThisView, toggle, is('view') && isFavourite);
  useAction(addThisDocument, toggle, is('document') && !isFavourite);
  useAction(removeThisDocument, toggle, is('document') && isFavourite);
  useAction(starThis, toggle, isNow && hasKey);
  return null;
}
