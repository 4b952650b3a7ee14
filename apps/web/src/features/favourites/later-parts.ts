import { bringRecipes } from '#platform/sync/index.ts';
import { comeLater, comeLaterCode, comeLaterFor } from '#ui/lazy/later.tsx';

const load = () => import('./favourite-acts.tsx');

export const FavouriteActs = comeLaterFor(async () => (await load()).FavouriteActs);
export const withToggle = comeLaterCode(async () => (await load()).toggleFavourite);
// Whoever has none does without it.
export const FavouriteList = comeLater(async () => (await import('./favourite-list.tsx')).FavouriteList);
bringRecipes(() => import('./recipes.ts'));
