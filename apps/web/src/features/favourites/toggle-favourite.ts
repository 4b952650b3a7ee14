import { LIMITS } from '@hearth/contracts/core/limits';
import { t } from '@lingui/core/macro';
import { announce } from '#platform/client-state/announce.ts';
import { showError } from '#platform/client-state/toasts.ts';
import type { TeamStore } from '#platform/sync/index.ts';
import { favouritesInOrder, type Starred } from './favourites-view.ts';
import { addFavourite, removeFavourite } from './favourites.data.ts';

/**
 * Toggles a favourite and announces the change to screen readers. At the maximum number of favourites, shows an error instead of adding
 * one.
 */
export function toggleFavourite(store: TeamStore, { id, kind, name }: Starred): void {
  const row = store.row('favourite', id);
  if (row !== undefined) {
    store.mutate(removeFavourite(store, row));
    announce(t`${name} removed from favourites`);
  } else if (favouritesInOrder(store).ids().length >= LIMITS.favourites) {
    const most = LIMITS.favourites;
    showError(t`You can have up to ${most} favourites. Remove one first.`);
  } else {
    store.mutate(addFavourite(store, kind, id));
    announce(t`${name} added to favourites`);
  }
}
