import { useLingui } from '@lingui/react/macro';
import { useRef, type ComponentType, type ReactNode } from 'react';
import { useAction, type Action } from '#platform/actions/actions.ts';
import { announce } from '#platform/client-state/announce.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useDraft } from '#ui/inputs/drafts.ts';
import { CommentComposer } from './comment-composer.tsx';
import { useQuotes } from './comment-quotes.ts';
import { editing } from './comment-editing.ts';
import type { CommentSubject } from './comment-kind.ts';
import { addComment } from './comments.data.ts';
import { quoteText } from './quote-text.ts';
import styles from './comment.module.css';

interface CommentBoxProps {
  subject: CommentSubject;
  /** Shortcut that focuses the field. */
  action: Action;
  /** A component around the field, for example with typing indicators. */
  around: ComponentType<AroundField>;
}

export interface AroundField {
  /** Id of the subject. */
  id: string;
  isEmpty: boolean;
  children: ReactNode;
}

/** Comment field at the bottom of a panel. The draft is kept until the comment is sent, even if the panel is closed. */
export function CommentBox({ subject, action, around: Around }: CommentBoxProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const { kind, id, projectId } = subject;
  const [body, setBody] = useDraft(`${id}/comment`, '', true);
  const field = useRef<HTMLTextAreaElement>(null);
  useAction(action, () => field.current?.focus());
  useQuotes(id, (text) => {
    const before = body.trim() === '' ? '' : `${body.trimEnd()}\n\n`;
    setBody(before + quoteText(text));
    field.current?.focus();
  });

  function send(text: string): void {
    const commentId = store.newId();
    store.mutate(addComment(store, subject, text, null, commentId));
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
      .all(kind.entity)
      .filter((one) => one[kind.field] === id && one.createdBy === store.userId && one.deletedAt === null)
      .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
    editing.set({ commentId: own[0]?.id ?? null });
  }

  return (
    <footer className={styles.foot}>
      <Around id={id} isEmpty={body.trim() === ''}>
        <CommentComposer
          label={t`Write a comment`}
          placeholder={t`Write a comment…`}
          value={body}
          onChange={setBody}
          projectId={projectId}
          messages={kind.messages}
          onSend={send}
          // The first Escape leaves the field. The next Escape closes the panel.
          onLeave={() => field.current?.closest('aside')?.focus()}
          sendLabel={t`Comment`}
          fieldRef={field}
          onUpAtStart={changeLast}
        />
      </Around>
    </footer>
  );
}
