import { bringRecipes } from '#platform/sync/index.ts';
import { bringCode } from '#ui/lazy/bring-code.ts';
import { comeLater, comeLaterFor } from '#ui/lazy/later.tsx';

// One file for all that a screen shown as it is by itself does without: it comes with the first sign of a hand.
const load = () => import('./heavy-views.ts');

/** Fetches it before it is asked for. */
export function bringViews(): void {
  void bringCode(load);
}

export const FilterBar = comeLater(async () => (await load()).FilterBar);
export const TasksInView = comeLater(async () => (await load()).TasksInView);
export const AddFilter = comeLaterFor(async () => (await load()).AddFilter);
export const DisplayMenu = comeLaterFor(async () => (await load()).DisplayMenu);
export const SavedViewsMenu = comeLaterFor(async () => (await load()).SavedViewsMenu);
bringRecipes(() => import('./recipes.ts'));
