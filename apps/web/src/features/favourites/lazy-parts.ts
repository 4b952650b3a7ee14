import { lazyRecipes } from '#platform/sync/index.ts';
import { lazyOnIntent, lazyCode, lazyOnIntentFor } from '#ui/lazy/lazy-parts.tsx';

const load = () => import('./favourite-acts.tsx');

export const FavouriteActs = lazyOnIntentFor(async () => (await load()).FavouriteActs);
export const withToggle = lazyCode(async () => (await load()).toggleFavourite);
// Lazy-loaded because it is not needed without favourites.
export const FavouriteList = lazyOnIntent(async () => (await import('./favourite-list.tsx')).FavouriteList);
lazyRecipes(() => import('./recipes.ts'));
