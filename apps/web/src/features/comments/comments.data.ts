import type { SyncRows } from '@hearth/contracts/sync';
import {
  defineRecipe,
  deriveOptimistic,
  updateCommand,
  type Command,
  type TeamStore,
  type ViewSpec,
} from '#platform/sync/index.ts';
import type { Comment, CommentEntity, CommentKind, CommentSubject } from './comment-kind.ts';

type Row = SyncRows[CommentEntity];
type Reactions = Comment['reactions'];

/** The maximum page size. */
const PAGE = 200;

type Which = Pick<CommentSubject, 'kind' | 'id'>;

/** Returns the comments of a subject, oldest first. */
export function commentsOf({ kind, id }: Which): ViewSpec<CommentEntity> {
  return {
    entity: kind.entity,
    filter: (comment) => comment[kind.field] === id,
    compare: (a, b) => (a.createdAt < b.createdAt ? -1 : Number(a.createdAt > b.createdAt)),
  };
}

/** Loads the existing comments of a subject. They then stay on this device. The feed delivers only new comments. */
export async function loadComments(store: TeamStore, { kind, id }: Which): Promise<void> {
  const on = { teamId: store.teamId, subjectId: id };
  let cursor: string | null = null;
  do {
    const from: string | undefined = cursor ?? undefined;
    cursor = await store.loadRows(kind.entity, () => kind.fetchPage(on, { limit: PAGE, cursor: from }));
  } while (cursor !== null);
}

/** Adds a comment to a subject, or a reply. */
export function addComment(
  store: TeamStore,
  { kind, id: subjectId }: Which,
  body: string,
  parentId: string | null = null,
  id = store.newId(),
): Command {
  const comment: Comment = {
    id,
    parentId,
    body,
    createdBy: store.userId,
    createdAt: new Date(store.now()).toISOString(),
    editedAt: null,
    deletedAt: null,
    reactions: [],
  };
  return {
    route: `POST ${kind.path}`,
    params: { teamId: store.teamId, [kind.field]: subjectId },
    body: { id, body, ...(parentId === null ? {} : { parentId }) },
    effects: [{ entity: kind.entity, id, op: 'put', fields: { ...comment, [kind.field]: subjectId } }],
    text: body,
    inverse: { kind: 'whole', by: kind.back.remove(id) },
  };
}

export function editComment(store: TeamStore, kind: CommentKind, comment: Comment, body: string): Command {
  return updateCommand(store, {
    entity: kind.entity,
    id: comment.id,
    route: `PATCH ${kind.path}/{commentId}`,
    params: paramsOf(store, kind, comment),
    fields: { body },
  });
}

/** Soft delete: the row stays, without its text, to remain the parent of its replies. */
export function deleteComment(store: TeamStore, kind: CommentKind, comment: Comment): Command {
  const fields = { body: '', reactions: [], deletedAt: new Date(store.now()).toISOString() };
  return {
    route: `DELETE ${kind.path}/{commentId}`,
    params: paramsOf(store, kind, comment),
    effects: [{ entity: kind.entity, id: comment.id, op: 'patch', fields }],
    inverse: { kind: 'whole', by: kind.back.restore(comment) },
  };
}

/** Restores a deleted comment. */
export function restoreComment(store: TeamStore, kind: CommentKind, comment: Comment): Command {
  const { body, reactions } = comment;
  return {
    route: `POST ${kind.path}/{commentId}/restore`,
    params: paramsOf(store, kind, comment),
    effects: [
      { entity: kind.entity, id: comment.id, op: 'patch', fields: { body, reactions, deletedAt: null } },
    ],
    inverse: { kind: 'whole', by: kind.back.remove(comment.id) },
  };
}

/** Adds or removes the user's own reaction to a comment. */
export function toggleReaction(
  store: TeamStore,
  kind: CommentKind,
  comment: Comment,
  emoji: string,
): Command {
  const isOn = hasReacted(comment, emoji, store.userId);
  const reactions = isOn
    ? withoutReaction(comment.reactions, emoji, store.userId)
    : withReaction(comment.reactions, emoji, store.userId);
  const path = `${kind.path}/{commentId}/reactions/{emoji}` as const;
  return {
    route: isOn ? `DELETE ${path}` : `PUT ${path}`,
    params: { ...paramsOf(store, kind, comment), emoji },
    effects: [{ entity: kind.entity, id: comment.id, op: 'patch', fields: { reactions } }],
    inverse: { kind: 'whole', by: kind.back.react({ id: comment.id, emoji, isOn }) },
  };
}

function hasReacted({ reactions }: Pick<Comment, 'reactions'>, emoji: string, userId: string): boolean {
  return reactions.some((one) => one.emoji === emoji && one.userIds.includes(userId));
}

function withReaction(reactions: Reactions, emoji: string, userId: string): Reactions {
  return reactions.some((one) => one.emoji === emoji)
    ? reactions.map((one) => (one.emoji === emoji ? { emoji, userIds: [...one.userIds, userId] } : one))
    : [...reactions, { emoji, userIds: [userId] }];
}

function withoutReaction(reactions: Reactions, emoji: string, userId: string): Reactions {
  return reactions
    .map((one) =>
      one.emoji === emoji ? { emoji, userIds: one.userIds.filter((other) => other !== userId) } : one,
    )
    .filter((one) => one.userIds.length > 0);
}

function paramsOf(store: TeamStore, kind: CommentKind, comment: Comment): Record<string, string> {
  // The row of a comment contains its subject's id.
  return { teamId: store.teamId, [kind.field]: (comment as Row)[kind.field], commentId: comment.id };
}

/**
 * Defines a kind of subject.
 * @param recipes recipe names; they are stored on devices and must be unique to the kind
 */
export function defineCommentKind(
  spec: Omit<CommentKind, 'back'>,
  recipes: Record<keyof CommentKind['back'], string>,
): CommentKind {
  const kind: CommentKind = {
    ...spec,
    back: {
      remove: defineRecipe(recipes.remove, (store, id: string) => {
        const now = store.row(kind.entity, id);
        return now === undefined || now.deletedAt !== null ? null : deleteComment(store, kind, now);
      }),
      restore: defineRecipe(recipes.restore, (store, comment: Comment) =>
        restoreComment(store, kind, comment),
      ),
      react: defineRecipe(
        recipes.react,
        (store, { id, emoji, isOn }: { id: string; emoji: string; isOn: boolean }) => {
          const now = store.row(kind.entity, id);
          const isOther = now !== undefined && hasReacted(now, emoji, store.userId) !== isOn;
          return isOther ? toggleReaction(store, kind, now, emoji) : null;
        },
      ),
    },
  };
  deriveOptimistic(kind.entity, (store) => ({ editedAt: new Date(store.now()).toISOString() }));
  return kind;
}
