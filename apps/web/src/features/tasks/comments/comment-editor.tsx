import { useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { announce } from '#platform/client-state/announce.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useDraft } from '#ui/inputs/drafts.ts';
import { focusAfterRender } from '#ui/keyboard/focus-after-render.ts';
import type { Person } from '#ui/format/person.ts';
import { CommentComposer } from './comment-composer.tsx';
import { editing } from './comment-editing.ts';
import { editComment, type Comment, type CommentedTask } from './comments.data.ts';
import { toDisplayText } from '#features/mentions/index.ts';

export function editDraftKey(commentId: string): string {
  return `${commentId}/edit`;
}

interface CommentEditorProps {
  task: CommentedTask;
  comment: Comment;
  people: readonly Person[];
}

/** Inline editor of the user's own comment. */
export function CommentEditor({ task, comment, people }: CommentEditorProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  // Null if unchanged.
  const [draft, setDraft] = useDraft<string | null>(editDraftKey(comment.id), null, true);
  const field = useRef<HTMLTextAreaElement>(null);

  function leave(): void {
    setDraft(null);
    // Returns focus to this comment instead of the top of the page.
    const item = field.current?.closest<HTMLElement>('[data-comment]');
    editing.set({ commentId: null });
    focusAfterRender(() => item?.querySelector<HTMLElement>('[data-reply]'));
  }

  return (
    <CommentComposer
      label={t`Edit comment`}
      placeholder={t`Write a comment…`}
      value={draft ?? toDisplayText(comment.body, people)}
      onChange={setDraft}
      projectId={task.projectId}
      onSend={(body) => {
        if (body !== comment.body) {
          store.mutate(editComment(store, comment, body));
          announce(t`Comment changed`);
        }
        leave();
      }}
      onLeave={leave}
      canCancel
      sendLabel={t`Save`}
      fieldRef={field}
      isFocusedAtOnce
    />
  );
}
