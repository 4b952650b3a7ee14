import { lazyRecipes } from '#platform/sync/index.ts';
import { lazyOnIntent, lazyDialog } from '#ui/lazy/lazy-parts.tsx';

// Lazy-loaded because the first paint of a board does not need them.
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
