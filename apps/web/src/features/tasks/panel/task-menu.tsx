import type { SyncRows } from '@hearth/contracts/sync';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Action } from '#platform/actions/actions.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { WhyNot } from '#platform/permissions/why-not.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import type { TaskLinks } from '#features/tasks/model/task-links.ts';
import {
  copyTaskLink,
  deleteTaskAction,
  setProject,
  showBeside,
  showFullPage,
  stopWatching,
  watchTask,
} from '#features/tasks/model/tasks.actions.ts';
import { ParentDialog } from '#features/tasks/sub-tasks/parent-picker.tsx';
import { SaveTemplateDialog } from '#features/tasks/templates/templates.lazy.ts';
import { watchTasks } from '#features/tasks/watchers/watching.data.ts';
import type { Folds } from './use-folds.ts';
import { useMenuActs } from './use-menu-acts.ts';

/** Delay in ms before moving focus after the menu closes. A closing menu restores focus after 10 ms. */
const AFTER_FOCUS_MS = 30;

interface TaskMenuProps {
  task: SyncRows['task'];
  canEdit: boolean;
  links: TaskLinks;
  folds: Folds;
  onCopyLink: () => void;
  /** Undefined if the user is not permitted to delete the task. */
  onDelete: (() => void) | undefined;
}

/** Lists the actions on the whole task by name and shortcut. */
export function TaskMenu({ task, canEdit, links, folds, onCopyLink, onDelete }: TaskMenuProps) {
  const { t, i18n } = useLingui();
  const store = useTeamStore();
  const { acts, openDialog, closeDialog } = useMenuActs(task, canEdit, links);
  const isWatching = task.watcherIds.includes(store.userId);
  const { full } = links;
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <IconButton label={t`Task menu`}>
            <IconDots size={18} stroke={1.7} />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Item action={copyTaskLink} onClick={onCopyLink}>
            <Trans>Copy link</Trans>
          </Item>
          {full !== undefined && (
            <Item action={full.isShown ? showBeside : showFullPage} onClick={full.toggle} />
          )}
          <Menu.Divider />
          {acts
            .filter(({ isOffered }) => isOffered)
            .map(({ action, run, name = action.title }) => (
              <Item key={action.id} action={action} onClick={run}>
                {i18n._(name)}
              </Item>
            ))}
          {canEdit && (
            <Item
              action={setProject}
              onClick={() => setTimeout(() => folds.reach('project'), AFTER_FOCUS_MS)}
            >
              <Trans>Move to project…</Trans>
            </Item>
          )}
          {store.at === null && (
            <Item
              action={isWatching ? stopWatching : watchTask}
              onClick={() => void store.mutate(watchTasks(store, [task.id], !isWatching))}
            />
          )}
          <Menu.Divider />
          {onDelete === undefined ? (
            <Menu.Label>
              <WhyNot act="task.delete" projectId={task.projectId} />
            </Menu.Label>
          ) : (
            <Item action={deleteTaskAction} isDanger onClick={onDelete}>
              <Trans>Delete task</Trans>
            </Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {openDialog === 'parent' && (
        <ParentDialog ids={[task.id]} onChange={(commands) => store.mutate(commands)} onClose={closeDialog} />
      )}
      <SaveTemplateDialog
        isOpen={openDialog === 'template'}
        onClose={closeDialog}
        of={{ kind: 'task', id: task.id }}
        title={task.title}
      />
    </>
  );
}

interface ItemProps {
  action: Action;
  isDanger?: boolean;
  onClick: () => void;
  /** A label, if it differs from the name of the action. */
  children?: ReactNode;
}

function Item({ action, isDanger = false, onClick, children }: ItemProps) {
  const { i18n } = useLingui();
  return (
    <Menu.Item
      data-danger={isDanger || undefined}
      leftSection={<action.icon size={16} stroke={1.7} aria-hidden="true" />}
      shortcut={action}
      onClick={onClick}
    >
      {children ?? i18n._(action.title)}
    </Menu.Item>
  );
}
