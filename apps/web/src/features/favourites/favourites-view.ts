import type { SyncRows } from '@hearth/contracts/sync';
import { compareByPosition, type TeamStore, type View } from '#platform/sync/index.ts';

export type Favourite = SyncRows['favourite'];

/** An item that can be a favourite. */
export type Starred = Pick<Favourite, 'id' | 'kind'> & { name: string };

/** This user's favourites in their own order. */
export function favouritesInOrder(store: TeamStore): View<'favourite'> {
  return store.sharedView('favourites', { entity: 'favourite', compare: compareByPosition });
}
