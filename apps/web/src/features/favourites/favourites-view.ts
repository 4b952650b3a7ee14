import type { SyncRows } from '@hearth/contracts/sync';
import { compareByPosition, type TeamStore, type View } from '#platform/sync/index.ts';

export type Favourite = SyncRows['favourite'];

/** What may become a favourite. */
export type Starred = Pick<Favourite, 'id' | 'kind'> & { name: string };

/** What this person has at hand, in their own order. */
export function favouritesInOrder(store: TeamStore): View<'favourite'> {
  return store.sharedView('favourites', { entity: 'favourite', compare: compareByPosition });
}
