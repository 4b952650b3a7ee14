import { lazyDialog } from '#ui/lazy/lazy-parts.tsx';

export const SaveTemplateDialog = lazyDialog(
  async () => (await import('./template-parts.ts')).SaveTemplateDialog,
);
export const UseTemplateDialog = lazyDialog(
  async () => (await import('./template-parts.ts')).UseTemplateDialog,
);
