import { comeLaterDialog } from '#ui/lazy/later.tsx';

export const SaveTemplateDialog = comeLaterDialog(
  async () => (await import('./template-parts.ts')).SaveTemplateDialog,
);
export const UseTemplateDialog = comeLaterDialog(
  async () => (await import('./template-parts.ts')).UseTemplateDialog,
);
