import { Trans, useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { announce } from '#platform/client-state/announce.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useDraft } from '#ui/inputs/drafts.ts';
import { focusAfterRender } from '#ui/keyboard/focus-after-render.ts';
import type { Person } from '#ui/format/person.ts';
import { CommentComposer } from './comment-composer.tsx';
import { CommentItem } from './comment-item.tsx';
import { addComment, type Comment, type CommentedTask } from './comments.data.ts';
import styles from './comment.module.css';

interface CommentThreadProps {
  task: CommentedTask;
  comment: Comment;
  replies: readonly Comment[];
  mayComment: boolean;
  /** The comment in the URL, if any. */
  meantId?: string | undefined;
  people: readonly Person[];
  nameOf: (id: string | null) => Person;
}

/** A comment and its replies. */
export function CommentThread({ comment, replies, meantId, ...rest }: CommentThreadProps) {
  const { t } = useLingui();
  const { task, mayComment } = rest;
  const store = useTeamStore();
  // Null while no reply is in progress.
  const [answer, setAnswer] = useDraft<string | null>(`${comment.id}/reply`, null, true);
  const field = useRef<HTMLTextAreaElement>(null);
  const thread = useRef<HTMLDivElement>(null);

  function reply(): void {
    if (answer === null) setAnswer('');
    else field.current?.focus();
  }

  function leave(): void {
    setAnswer(null);
    focusAfterRender(() => thread.current?.querySelector<HTMLElement>('[data-reply]'));
  }

  return (
    <div ref={thread} className={styles.thread}>
      <CommentItem comment={comment} {...rest} isTarget={comment.id === meantId} onReply={reply} />
      {(replies.length > 0 || answer !== null) && (
        <div className={styles.replies}>
          {replies.length > 0 && (
            <ol aria-label={t`Replies`}>
              {replies.map((one) => (
                <li key={one.id}>
                  <CommentItem comment={one} {...rest} isTarget={one.id === meantId} onReply={reply} />
                </li>
              ))}
            </ol>
          )}
          {mayComment && answer !== null && (
            <CommentComposer
              label={t`Write a reply`}
              placeholder={t`Write a reply…`}
              value={answer}
              onChange={setAnswer}
              projectId={task.projectId}
              onSend={(body) => {
                store.mutate(addComment(store, task.id, body, comment.id));
                announce(t`Reply added`);
                leave();
              }}
              onLeave={leave}
              canCancel
              sendLabel={t`Reply`}
              fieldRef={field}
              isFocusedAtOnce
            />
          )}
          {mayComment && answer === null && (
            <button type="button" className={styles.replyButton} onClick={reply}>
              <Trans>Reply</Trans>
            </button>
          )}
        </div>
      )}
    </div>
  );
}
