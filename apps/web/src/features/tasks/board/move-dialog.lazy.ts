import { lazyDialog } from '#ui/lazy/lazy-parts.tsx';

export const MoveDialog = lazyDialog(async () => (await import('./move-dialog.tsx')).MoveDialog);
