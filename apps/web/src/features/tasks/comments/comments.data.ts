import type { EarlierText } from '@hearth/contracts/comments/comments';
import type { SyncRows } from '@hearth/contracts/sync';
import { call } from '#platform/api/api-client.ts';
import {
  defineRecipe,
  deriveOptimistic,
  updateCommand,
  type Command,
  type TeamStore,
  type ViewSpec,
} from '#platform/sync/index.ts';

export type Comment = SyncRows['comment'];

/** A task to comment on. */
export type CommentedTask = Pick<SyncRows['task'], 'id' | 'projectId'>;

type Reactions = Comment['reactions'];

const PATH = '/teams/{teamId}/tasks/{taskId}/comments';
/** The maximum page size. */
const PAGE = 200;

/** Returns the comments of a task, oldest first. */
export function commentsOf(taskId: string): ViewSpec<'comment'> {
  return {
    entity: 'comment',
    filter: (comment) => comment.taskId === taskId,
    compare: (a, b) => (a.createdAt < b.createdAt ? -1 : Number(a.createdAt > b.createdAt)),
  };
}

/** Loads the existing comments of a task. They then stay on this device. The feed delivers only new comments. */
export async function loadComments(store: TeamStore, taskId: string): Promise<void> {
  const params = { teamId: store.teamId, taskId };
  let cursor: string | null = null;
  do {
    const query: { limit: number; cursor: string | undefined } = { limit: PAGE, cursor: cursor ?? undefined };
    cursor = await store.loadRows('comment', async () => {
      const { comments, nextCursor } = await call(`GET ${PATH}`, { params, query });
      return { rows: comments, nextCursor };
    });
  } while (cursor !== null);
}

/** Returns the earlier versions of a comment, newest first. */
export async function fetchEarlierTexts(
  store: TeamStore,
  comment: Comment,
  signal: AbortSignal | undefined,
): Promise<readonly EarlierText[]> {
  const { texts } = await call(`GET ${PATH}/{commentId}/history`, {
    params: paramsOf(store, comment),
    query: { limit: PAGE },
    signal,
  });
  return texts;
}

/** Adds a comment to a task, or a reply. */
export function addComment(
  store: TeamStore,
  taskId: string,
  body: string,
  parentId: string | null = null,
  id = store.newId(),
): Command {
  const comment: Comment = {
    id,
    taskId,
    parentId,
    body,
    createdBy: store.userId,
    createdAt: new Date(store.now()).toISOString(),
    editedAt: null,
    deletedAt: null,
    reactions: [],
  };
  return {
    route: `POST ${PATH}`,
    params: { teamId: store.teamId, taskId },
    body: { id, body, ...(parentId === null ? {} : { parentId }) },
    effects: [{ entity: 'comment', id, op: 'put', fields: { ...comment } }],
    text: body,
    inverse: { kind: 'whole', by: deleteAgain(id) },
  };
}

export function editComment(store: TeamStore, comment: Comment, body: string): Command {
  return updateCommand(store, {
    entity: 'comment',
    id: comment.id,
    route: `PATCH ${PATH}/{commentId}`,
    params: paramsOf(store, comment),
    fields: { body },
  });
}

/** Soft delete: the row stays, without its text, to remain the parent of its replies. */
export function deleteComment(store: TeamStore, comment: Comment): Command {
  const fields = { body: '', reactions: [], deletedAt: new Date(store.now()).toISOString() };
  return {
    route: `DELETE ${PATH}/{commentId}`,
    params: paramsOf(store, comment),
    effects: [{ entity: 'comment', id: comment.id, op: 'patch', fields }],
    inverse: { kind: 'whole', by: restoreAgain(comment) },
  };
}

/** Restores a deleted comment. */
export function restoreComment(store: TeamStore, comment: Comment): Command {
  const { body, reactions } = comment;
  return {
    route: `POST ${PATH}/{commentId}/restore`,
    params: paramsOf(store, comment),
    effects: [
      { entity: 'comment', id: comment.id, op: 'patch', fields: { body, reactions, deletedAt: null } },
    ],
    inverse: { kind: 'whole', by: deleteAgain(comment.id) },
  };
}

/** Adds or removes the user's own reaction to a comment. */
export function toggleReaction(store: TeamStore, comment: Comment, emoji: string): Command {
  const isOn = hasReacted(comment, emoji, store.userId);
  const reactions = isOn
    ? withoutReaction(comment.reactions, emoji, store.userId)
    : withReaction(comment.reactions, emoji, store.userId);
  const path = `${PATH}/{commentId}/reactions/{emoji}` as const;
  return {
    route: isOn ? `DELETE ${path}` : `PUT ${path}`,
    params: { ...paramsOf(store, comment), emoji },
    effects: [{ entity: 'comment', id: comment.id, op: 'patch', fields: { reactions } }],
    inverse: { kind: 'whole', by: reactAgain({ id: comment.id, emoji, isOn }) },
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

function paramsOf({ teamId }: TeamStore, { id, taskId }: Comment) {
  return { teamId, taskId, commentId: id };
}

const deleteAgain = defineRecipe('delete comment', (store, id: string) => {
  const now = store.row('comment', id);
  return now === undefined || now.deletedAt !== null ? null : deleteComment(store, now);
});

const restoreAgain = defineRecipe('restore comment', restoreComment);

/** Restores the previous state of the user's reaction. `isOn`: whether the reaction existed before. */
const reactAgain = defineRecipe(
  'set reaction',
  (store, { id, emoji, isOn }: { id: string; emoji: string; isOn: boolean }) => {
    const now = store.row('comment', id);
    const isOther = now !== undefined && hasReacted(now, emoji, store.userId) !== isOn;
    return isOther ? toggleReaction(store, now, emoji) : null;
  },
);

deriveOptimistic('comment', (store) => ({ editedAt: new Date(store.now()).toISOString() }));
