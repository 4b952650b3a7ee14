import { lazyRecipes } from '#platform/sync/index.ts';
import { lazyDialog } from '#ui/lazy/lazy-parts.tsx';

export const TemplateDialog = lazyDialog(
  async () => (await import('./page/template-dialog.tsx')).TemplateDialog,
);
lazyRecipes(() => import('./recipes.ts'));
