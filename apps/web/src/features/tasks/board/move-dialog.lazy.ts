import { comeLaterDialog } from '#ui/lazy/later.tsx';

export const MoveDialog = comeLaterDialog(async () => (await import('./move-dialog.tsx')).MoveDialog);
