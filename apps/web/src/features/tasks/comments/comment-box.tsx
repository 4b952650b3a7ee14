import { useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { useAction } from '#platform/actions/actions.ts';
import { announce } from '#platform/client-state/announce.ts';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { useDraft } from '#ui/inputs/drafts.ts';
import { SharedField } from '#features/tasks/fields/shared-field.tsx';
import { commentOnTask } from '#features/tasks/model/tasks.actions.ts';
import { CommentComposer } from './comment-composer.tsx';
import { useQuotes } from './comment-quotes.ts';
import { editing } from './comment-editing.ts';
import { addComment } from './comments.data.ts';
import { quoteText } from './quote-text.ts';
import styles from './comment.module.css';

/**
 * Comment field at the bottom of a task, with a typing indicator. The draft is kept until the comment is sent, even if the panel is closed.
 */
export function CommentBox({ taskId }: { taskId: string }) {
  const { t } = useLingui();
  const store = useTeamStore();
  const projectId = useRow('task', taskId)?.projectId ?? null;
  const [body, setBody] = useDraft(`${taskId}/comment`, '', true);
  const field = useRef<HTMLTextAreaElement>(null);
  useAction(commentOnTask, () => field.current?.focus());
  useQuotes(taskId, (text) => {
    const before = body.trim() === '' ? '' : `${body.trimEnd()}\n\n`;
    setBody(before + quoteText(text));
    field.current?.focus();
  });

  function send(text: string): void {
    const commentId = store.newId();
    store.mutate(addComment(store, taskId, text, null, commentId));
    setBody('');
    announce(t`Comment added`);
    field.current?.focus();
    // The comment may be added below the visible part of the panel.
    requestAnimationFrame(() =>
      document.querySelector(`[data-comment="${commentId}"]`)?.scrollIntoView({ block: 'nearest' }),
    );
  }

  /** Edits the user's own latest comment in place. */
  function changeLast(): void {
    const own = store
      .all('comment')
      .filter((one) => one.taskId === taskId && one.createdBy === store.userId && one.deletedAt === null)
      .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
    editing.set({ commentId: own[0]?.id ?? null });
  }

  return (
    <footer className={styles.foot}>
      <SharedField taskId={taskId} field="comment" isEmpty={body.trim() === ''}>
        <CommentComposer
          label={t`Write a comment`}
          placeholder={t`Write a comment…`}
          value={body}
          onChange={setBody}
          projectId={projectId}
          onSend={send}
          // The first Escape leaves the field. The next Escape closes the panel.
          onLeave={() => field.current?.closest('aside')?.focus()}
          sendLabel={t`Comment`}
          fieldRef={field}
          onUpAtStart={changeLast}
        />
      </SharedField>
    </footer>
  );
}
