import { useGroup, useTeamStore } from '#platform/sync/index.ts';
import { favouritesInOrder } from './favourites-view.ts';
import { FavouriteList } from './lazy-parts.ts';

export function FavouritesSection({ isCompact }: { isCompact: boolean }) {
  const count = useGroup(favouritesInOrder(useTeamStore())).length;
  return count === 0 ? null : <FavouriteList isCompact={isCompact} />;
}
