import type { SyncRows } from '@hearth/contracts/sync';
import { useLingui } from '@lingui/react/macro';
import { IconCopyPlus } from '@tabler/icons-react';
import { useAction } from '#platform/actions.ts';
import { useMay } from '#platform/rights.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { duplicateAndTell } from './duplicate-act.ts';
import { useHasChosen } from '#features/tasks/model/selection.ts';
import type { TaskLinks } from '#features/tasks/model/task-links.ts';
import { duplicateTaskAction } from '#features/tasks/model/tasks.actions.ts';

/** The button in the panel's head that makes a copy of a task and opens it. */
export function DuplicateButton({ task, links }: { task: SyncRows['task']; links: TaskLinks }) {
  const { t } = useLingui();
  const store = useTeamStore();
  const may = useMay();
  const hasChosen = useHasChosen();
  const canMake = may('task.create', { projectId: task.projectId, createdBy: null });
  useAction(duplicateTaskAction, duplicate, canMake && !hasChosen);

  function duplicate(): void {
    const [id] = duplicateAndTell(store, [task.id]);
    if (id !== undefined) links.open(id);
  }

  if (!canMake) return null;
  return (
    <IconButton label={t`Duplicate`} shortcut={duplicateTaskAction} onClick={duplicate}>
      <IconCopyPlus size={17} stroke={1.7} />
    </IconButton>
  );
}
