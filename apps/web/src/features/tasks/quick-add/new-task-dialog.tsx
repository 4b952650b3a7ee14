import { useLingui } from '@lingui/react/macro';
import { Dialog } from '#ui/overlays/dialog.tsx';
import type { TaskFields } from '#features/tasks/model/tasks.data.ts';
import { NewTaskForm } from './new-task-form.tsx';

interface NewTaskDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** The initially selected project. */
  projectId: string | null;
  /** Initial values of other fields. */
  preset?: Partial<TaskFields>;
}

export function NewTaskDialog({ isOpen, onClose, ...chosen }: NewTaskDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog title={t`New task`} isOpen={isOpen} onClose={onClose} isWide>
      <NewTaskForm {...chosen} onClose={onClose} />
    </Dialog>
  );
}
