import { lazyRecipes } from '#platform/sync/index.ts';
import { lazyOnIntent, lazyDialog } from '#ui/lazy/lazy-parts.tsx';

// Lazy: not needed for the first paint of a board.
export const ProjectDialog = lazyDialog(
  async () => (await import('./dialog/project-dialog.tsx')).ProjectDialog,
);
export const ArchivedNote = lazyOnIntent(
  async () => (await import('./archive/archived-note.tsx')).ArchivedNote,
);
export const ArchivedProjects = lazyOnIntent(
  async () => (await import('./archive/archived-projects.tsx')).ArchivedProjects,
);
lazyRecipes(() => import('./recipes.ts'));
