import type { AssistantThread } from '@hearth/contracts/assistant/assistant';
import { ASSISTANT_LIMITS } from '@hearth/contracts/assistant/assistant-values';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconDots, IconPencil, IconPin, IconPinFilled, IconPinnedOff, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '#platform/api/api-client.ts';
import { showError } from '#platform/client-state/toasts.ts';
import { explainError } from '#platform/texts/error-messages.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { loadHistory, putInHistory } from '#features/assistant/talk/history.ts';
import styles from './threads.module.css';

interface ThreadLineProps {
  thread: AssistantThread;
  isShown: boolean;
  onPick: (threadId: string) => void;
  onDeleted: (threadId: string) => void;
}

/** A conversation in the list, with its actions. */
export function ThreadLine({ thread, isShown, onPick, onDeleted }: ThreadLineProps) {
  const { t } = useLingui();
  const { teamId } = useTeamStore();
  const [isNaming, setIsNaming] = useState(false);
  const [isLeaving, setIsLeaving] = useState(false);
  const { id, isPinned } = thread;
  const title = thread.title === '' ? t`Untitled` : thread.title;
  const params = { teamId, threadId: id };

  async function change(fields: { title?: string; isPinned?: boolean }): Promise<void> {
    putInHistory(id, fields);
    try {
      await call('PATCH /teams/{teamId}/assistant/threads/{threadId}', { params, body: fields });
    } catch (error) {
      showError(explainError(error));
      void loadHistory(teamId);
    }
  }
  async function remove(): Promise<void> {
    try {
      await call('DELETE /teams/{teamId}/assistant/threads/{threadId}', { params });
      putInHistory(id, null);
      setIsLeaving(false);
      onDeleted(id);
    } catch (error) {
      showError(explainError(error));
    }
  }
  function name(typed: string): void {
    setIsNaming(false);
    if (typed.trim() !== '' && typed.trim() !== thread.title) void change({ title: typed.trim() });
  }
  if (isNaming)
    return (
      <li className={styles.line}>
        <input
          className={styles.name}
          aria-label={t`Name of the conversation`}
          defaultValue={thread.title}
          maxLength={ASSISTANT_LIMITS.title}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just opened this field
          autoFocus
          onBlur={(event) => name(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') name(event.currentTarget.value);
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            setIsNaming(false);
          }}
        />
      </li>
    );
  return (
    <li className={styles.line} data-shown={isShown || undefined}>
      <button
        type="button"
        className={styles.pick}
        aria-current={isShown || undefined}
        onClick={() => onPick(id)}
      >
        {isPinned && <IconPinFilled size={13} aria-label={t`Pinned`} role="img" />}
        <span dir="auto">{title}</span>
      </button>
      <Menu position="bottom-end" width={180}>
        <Menu.Target>
          <IconButton label={t`Actions for ${title}`} size={28} className={styles.more}>
            <IconDots size={16} stroke={1.7} />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} stroke={1.6} />} onClick={() => setIsNaming(true)}>
            <Trans>Rename</Trans>
          </Menu.Item>
          <Menu.Item
            leftSection={
              isPinned ? <IconPinnedOff size={16} stroke={1.6} /> : <IconPin size={16} stroke={1.6} />
            }
            onClick={() => void change({ isPinned: !isPinned })}
          >
            {isPinned ? <Trans>Unpin</Trans> : <Trans>Pin</Trans>}
          </Menu.Item>
          <Menu.Item
            data-danger
            leftSection={<IconTrash size={16} stroke={1.6} />}
            onClick={() => setIsLeaving(true)}
          >
            <Trans>Delete…</Trans>
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        isOpen={isLeaving}
        title={t`Delete this conversation?`}
        action={t`Delete`}
        onConfirm={remove}
        onClose={() => setIsLeaving(false)}
      >
        <Trans>“{title}” and all that was said in it will be gone. What it did stays.</Trans>
      </ConfirmDialog>
    </li>
  );
}
