import { lazyRecipes } from '#platform/sync/index.ts';
import { loadChunk } from '#ui/lazy/load-chunk.ts';
import { lazyOnIntent, lazyOnIntentFor } from '#ui/lazy/lazy-parts.tsx';

// The chunk with the code that a default view does not need. Prefetched on intent.
const load = () => import('./heavy-views.ts');

export function prefetchViews(): void {
  void loadChunk(load);
}

export const FilterBar = lazyOnIntent(async () => (await load()).FilterBar);
export const TasksInView = lazyOnIntent(async () => (await load()).TasksInView);
export const AddFilter = lazyOnIntentFor(async () => (await load()).AddFilter);
export const DisplayMenu = lazyOnIntentFor(async () => (await load()).DisplayMenu);
export const SavedViewsMenu = lazyOnIntentFor(async () => (await load()).SavedViewsMenu);
lazyRecipes(() => import('./recipes.ts'));
