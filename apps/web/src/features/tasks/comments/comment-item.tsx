import { canDeleteComment } from '@hearth/contracts/permissions/permissions';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowBackUp, IconDots, IconQuote } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { announce } from '#platform/client-state/announce.ts';
import { showToast } from '#platform/client-state/toasts.ts';
import { useActor } from '#platform/permissions/rights.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { showMarked } from '#ui/display/show-marked.ts';
import { Avatar } from '#ui/display/avatar.tsx';
import { hasDraft } from '#ui/inputs/drafts.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import type { Person } from '#ui/format/person.ts';
import { Timestamp } from '#ui/format/timestamp.tsx';
import { CommentEditor, editDraftKey } from './comment-editor.tsx';
import { editing } from './comment-editing.ts';
import { quote, readSelection } from './comment-quotes.ts';
import { CommentReactions } from './comment-reactions.tsx';
import { CommentText } from './comment-text.tsx';
import {
  deleteComment,
  restoreComment,
  toggleReaction,
  type Comment,
  type CommentedTask,
} from './comments.data.ts';
import { Edited } from './earlier-texts.tsx';
import { toDisplayText } from '#features/mentions/index.ts';
import { ReactionPicker } from './reaction-picker.tsx';
import styles from './comment.module.css';

interface CommentItemProps {
  task: CommentedTask;
  comment: Comment;
  mayComment: boolean;
  /** Whether this is the comment in the URL. */
  isTarget: boolean;
  people: readonly Person[];
  nameOf: (id: string | null) => Person;
  onReply: () => void;
}

/** A comment with its author, reactions and actions. */
export function CommentItem({
  task,
  comment,
  mayComment,
  isTarget,
  people,
  nameOf,
  onReply,
}: CommentItemProps) {
  const isEdited = comment.editedAt !== null;
  const person = nameOf(comment.createdBy);
  const item = useRef<HTMLDivElement>(null);
  const bodyElement = useRef<HTMLDivElement>(null);
  const isOwn = comment.createdBy === useTeamStore().userId;
  const isEditing = useSelected(editing, (state) => state.commentId === comment.id);
  // Resumes editing after a reload.
  useEffect(() => {
    if (hasDraft(editDraftKey(comment.id))) editing.set({ commentId: comment.id });
  }, [comment.id]);
  useEffect(() => {
    if (isTarget && item.current !== null) showMarked(item.current);
  }, [isTarget]);
  if (comment.deletedAt !== null) {
    return (
      <p className={styles.gone}>
        <Trans>This comment was deleted.</Trans>
      </p>
    );
  }
  return (
    <div ref={item} className={styles.item} data-comment={comment.id}>
      <Avatar person={person} size={24} />
      <div className={styles.said}>
        <b className={styles.name}>{person.name}</b>{' '}
        <Timestamp at={comment.createdAt} className={styles.when} />{' '}
        {isEdited && <Edited comment={comment} nameOf={nameOf} />}
        {isEditing && isOwn ? (
          <CommentEditor task={task} comment={comment} people={people} />
        ) : (
          <div ref={bodyElement} className={styles.body}>
            <CommentText body={comment.body} nameOf={nameOf} />
          </div>
        )}
        <CommentReactions comment={comment} mayReact={mayComment} nameOf={nameOf} />
      </div>
      {mayComment && !isEditing && (
        <CommentActs
          task={task}
          comment={comment}
          isOwn={isOwn}
          onReply={onReply}
          onQuote={() =>
            quote(task.id, readSelection(bodyElement.current) || toDisplayText(comment.body, people))
          }
        />
      )}
    </div>
  );
}

interface CommentActsProps {
  task: CommentedTask;
  comment: Comment;
  isOwn: boolean;
  onReply: () => void;
  /** Quotes the selected text, or the whole comment. */
  onQuote: () => void;
}

function CommentActs({ task, comment, isOwn, onReply, onQuote }: CommentActsProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const actor = useActor();
  const { projectId } = task;
  const mayDelete = canDeleteComment(actor, 'task.comment', { projectId, createdBy: comment.createdBy });

  function remove(): void {
    const row = comment;
    store.mutate(deleteComment(store, comment));
    announce(t`Comment deleted`);
    showToast(t`Comment deleted`, {
      action: { label: t`Undo`, run: () => void store.mutate(restoreComment(store, row)) },
    });
  }

  return (
    <span className={styles.acts}>
      <ReactionPicker onPick={(emoji) => void store.mutate(toggleReaction(store, comment, emoji))} />
      <IconButton label={t`Reply`} data-reply onClick={onReply}>
        <IconArrowBackUp size={17} stroke={1.7} />
      </IconButton>
      {/* Prevents a mousedown from clearing the selection. */}
      <IconButton label={t`Quote`} onMouseDown={(event) => event.preventDefault()} onClick={onQuote}>
        <IconQuote size={17} stroke={1.7} />
      </IconButton>
      {(isOwn || mayDelete) && (
        <Menu position="bottom-end">
          <Menu.Target>
            <IconButton label={t`More for this comment`}>
              <IconDots size={17} stroke={1.7} />
            </IconButton>
          </Menu.Target>
          <Menu.Dropdown>
            {isOwn && (
              <Menu.Item onClick={() => editing.set({ commentId: comment.id })}>
                <Trans>Edit</Trans>
              </Menu.Item>
            )}
            {mayDelete && (
              <Menu.Item data-danger onClick={remove}>
                <Trans>Delete</Trans>
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
    </span>
  );
}
