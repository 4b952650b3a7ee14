import type { SyncRows } from '@hearth/contracts/sync';
import { useLingui } from '@lingui/react/macro';
import { IconDots, IconLink } from '@tabler/icons-react';
import { Suspense } from 'react';
import { PresenceAvatars } from '#features/members/index.ts';
import { useAction } from '#platform/actions/actions.ts';
import { copyText } from '#platform/actions/copy-text.ts';
import { showToast } from '#platform/client-state/toasts.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { replayRecipe, useTeamStore } from '#platform/sync/index.ts';
import { lazyComponent } from '#ui/lazy/load-chunk.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { SidePanelHead } from '#ui/overlays/side-panel.tsx';
import { useHasChosen } from '#features/tasks/model/selection.ts';
import type { TaskLinks } from '#features/tasks/model/task-links.ts';
import {
  copyTaskLink,
  deleteTaskAction,
  showBeside,
  showFullPage,
} from '#features/tasks/model/tasks.actions.ts';
import { deleteTask } from '#features/tasks/model/tasks.data.ts';
import type { Folds } from './use-folds.ts';

const TaskMenu = lazyComponent(async () => (await import('./task-structure.tsx')).TaskMenu);

interface TaskHeadProps {
  task: SyncRows['task'];
  canEdit: boolean;
  links: TaskLinks;
  folds: Folds;
  onClose: () => void;
}

/** The header of an open task: its key, the presence of other users, the link and the menu. */
export function TaskHead({ task, canEdit, links, folds, onClose }: TaskHeadProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const may = useMay();
  const mayDelete = may('task.delete', task);
  const hasChosen = useHasChosen();
  const { full } = links;
  useAction(deleteTaskAction, remove, mayDelete && !hasChosen);
  useAction(copyTaskLink, copyLink);
  useAction(showFullPage, () => full?.toggle(), full?.isShown === false);
  useAction(showBeside, () => full?.toggle(), full?.isShown === true);

  function copyLink(): void {
    void copyText(location.href, t`Link copied`);
  }

  function remove(): void {
    const command = deleteTask(store, task.id, (part) => may('task.delete', part));
    const [inverse] = [command.inverse].flat();
    store.mutate(command);
    onClose();
    showToast(t`Task deleted`, {
      action: {
        label: t`Undo`,
        run: () => {
          const back = inverse?.kind === 'whole' ? replayRecipe(store, inverse.by) : null;
          if (back !== null) store.mutate(back);
        },
      },
    });
  }

  return (
    <SidePanelHead
      about={task.key}
      isFull={full?.isShown === true}
      acts={
        <>
          <PresenceAvatars taskId={task.id} />
          <IconButton label={t`Copy link`} shortcut={copyTaskLink} onClick={copyLink}>
            <IconLink size={17} stroke={1.7} />
          </IconButton>
          <Suspense
            fallback={
              <IconButton label={t`Task menu`} disabled>
                <IconDots size={18} stroke={1.7} />
              </IconButton>
            }
          >
            <TaskMenu
              task={task}
              canEdit={canEdit}
              links={links}
              folds={folds}
              onCopyLink={copyLink}
              onDelete={mayDelete ? remove : undefined}
            />
          </Suspense>
        </>
      }
      onClose={onClose}
    />
  );
}
