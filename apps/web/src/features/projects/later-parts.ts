import { bringRecipes } from '#platform/sync/index.ts';
import { comeLaterDialog } from '#ui/later.tsx';

// The first board is painted without it.
export const ProjectDialog = comeLaterDialog(
  async () => (await import('./project-dialog.tsx')).ProjectDialog,
);
bringRecipes(() => import('./recipes.ts'));
