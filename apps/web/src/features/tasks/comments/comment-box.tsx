import { useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { useAction } from '#platform/actions/actions.ts';
import { announce } from '#platform/client-state/announce.ts';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { useDraft } from '#ui/inputs/drafts.ts';
import { CommentComposer } from './comment-composer.tsx';
import { useQuotes } from './comment-quotes.ts';
import { editing } from './comment-editing.ts';
import { addComment } from './comments.data.ts';
import { quoteText } from '#features/mentions/index.ts';
import { SharedField } from '#features/tasks/parts/shared-field.tsx';
import { commentOnTask } from '#features/tasks/model/tasks.actions.ts';
import styles from './comment.module.css';

/** At the foot of the panel: what is typed here stays until it is sent, also when the panel is closed meanwhile. */
export function CommentBox({ taskId }: { taskId: string }) {
  const { t } = useLingui();
  const store = useTeamStore();
  const task = useRow('task', taskId);
  const [body, setBody] = useDraft(`${taskId}/comment`, '', true);
  const field = useRef<HTMLTextAreaElement>(null);
  useAction(commentOnTask, () => field.current?.focus());
  useQuotes(taskId, (words) => {
    const before = body.trim() === '' ? '' : `${body.trimEnd()}\n\n`;
    setBody(before + quoteText(words));
    field.current?.focus();
  });

  function send(words: string): void {
    store.mutate(addComment(store, taskId, words));
    setBody('');
    announce(t`Comment added`);
    field.current?.focus();
  }

  /** The own comment that was said last is changed where it stands. */
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
          projectId={task?.projectId ?? null}
          onSend={send}
          // Leaves the field; the panel closes by the next one.
          onLeave={() => field.current?.closest('aside')?.focus()}
          sendWord={t`Comment`}
          fieldRef={field}
          onUpAtStart={changeLast}
        />
      </SharedField>
    </footer>
  );
}
