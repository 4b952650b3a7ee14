import { Button } from '@mantine/core';
import { LIMITS } from '@hearth/contracts/limits';
import type { SyncRows } from '@hearth/contracts/sync';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { useAction } from '#platform/actions.ts';
import { announce } from '#platform/announce.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { WhyNot } from '#platform/why-not.tsx';
import { useDraft } from '#ui/drafts.ts';
import { Keys } from '#ui/keys.tsx';
import { addComment } from './comments.data.ts';
import { commentOnTask } from './tasks.actions.ts';
import styles from './activity.module.css';

interface CommentBoxProps {
  task: SyncRows['task'];
  canComment: boolean;
}

/** At the foot of the panel: what is typed here stays until it is sent, also when the panel is closed meanwhile. */
export function CommentBox({ task, canComment }: CommentBoxProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const [body, setBody] = useDraft(`${task.id}/comment`, '', true);
  const field = useRef<HTMLTextAreaElement>(null);
  useAction(commentOnTask, () => field.current?.focus(), canComment);
  const isEmpty = body.trim() === '';

  function send(): void {
    if (isEmpty) return;
    store.mutate(addComment(store, task.id, body.trim()));
    setBody('');
    announce(t`Comment added`);
    field.current?.focus();
  }

  if (!canComment) {
    return (
      <footer className={styles.foot}>
        <p className={styles.why}>
          <WhyNot act="task.comment" projectId={task.projectId} />
        </p>
      </footer>
    );
  }
  return (
    <footer className={styles.foot}>
      <form
        className={styles.box}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <textarea
          ref={field}
          className={styles.field}
          aria-label={t`Write a comment`}
          placeholder={t`Write a comment…`}
          value={body}
          rows={1}
          maxLength={LIMITS.commentBody}
          data-kept
          dir="auto"
          onChange={(event) => setBody(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.metaKey || event.ctrlKey) && !event.nativeEvent.isComposing) {
              event.preventDefault();
              send();
            } else if (event.key === 'Escape') {
              // Leaves the field; the panel closes by the next one.
              event.preventDefault();
              event.stopPropagation();
              field.current?.closest('aside')?.focus();
            }
          }}
        />
        {!isEmpty && (
          <div className={styles.send}>
            <Keys shortcut="mod+enter" />
            <Button type="submit" size="xs">
              <Trans>Comment</Trans>
            </Button>
          </div>
        )}
      </form>
    </footer>
  );
}
