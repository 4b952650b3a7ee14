import { comeLaterDialog } from '#ui/later.tsx';

export const MoveDialog = comeLaterDialog(async () => (await import('./move-dialog.tsx')).MoveDialog);
