import { bringRecipes } from '#platform/sync/index.ts';
import { comeLater, comeLaterDialog } from '#ui/lazy/later.tsx';

// The first board is painted without them.
export const ProjectDialog = comeLaterDialog(
  async () => (await import('./dialog/project-dialog.tsx')).ProjectDialog,
);
export const ArchivedNote = comeLater(async () => (await import('./archive/archived-note.tsx')).ArchivedNote);
export const ArchivedProjects = comeLater(
  async () => (await import('./archive/archived-projects.tsx')).ArchivedProjects,
);
bringRecipes(() => import('./recipes.ts'));
