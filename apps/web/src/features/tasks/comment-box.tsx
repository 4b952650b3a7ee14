import { Button } from '@mantine/core';
import { LIMITS } from '@hearth/contracts/limits';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { useAction } from '#platform/actions.ts';
import { announce } from '#platform/announce.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useDraft } from '#ui/drafts.ts';
import { Keys } from '#ui/keys.tsx';
import { addComment } from './comments.data.ts';
import { SharedField } from './shared-field.tsx';
import { commentOnTask } from './tasks.actions.ts';
import styles from './activity.module.css';

/** At the foot of the panel: what is typed here stays until it is sent, also when the panel is closed meanwhile. */
export function CommentBox({ taskId }: { taskId: string }) {
  const { t } = useLingui();
  const store = useTeamStore();
  const [body, setBody] = useDraft(`${taskId}/comment`, '', true);
  const field = useRef<HTMLTextAreaElement>(null);
  useAction(commentOnTask, () => field.current?.focus());
  const isEmpty = body.trim() === '';

  function send(): void {
    if (isEmpty) return;
    store.mutate(addComment(store, taskId, body.trim()));
    setBody('');
    announce(t`Comment added`);
    field.current?.focus();
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
        <SharedField taskId={taskId} field="comment">
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
              if (
                event.key === 'Enter' &&
                (event.metaKey || event.ctrlKey) &&
                !event.nativeEvent.isComposing
              ) {
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
        </SharedField>
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
