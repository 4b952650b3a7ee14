import type { SyncRows } from '@hearth/contracts/sync';
import { call } from '#platform/api/api-client.ts';
import {
  defineRecipe,
  deriveOptimistic,
  updateCommand,
  type Command,
  type OlderPage,
  type TeamStore,
  type ViewSpec,
} from '#platform/sync/index.ts';

export type Comment = SyncRows['comment'];
type Reactions = Comment['reactions'];

/** As large as a page may be. */
const PAGE = 200;

/** The comments of a task, the oldest first. */
export function commentsOf(taskId: string): ViewSpec<'comment'> {
  return {
    entity: 'comment',
    filter: (comment) => comment.taskId === taskId,
    compare: (a, b) => (a.createdAt < b.createdAt ? -1 : Number(a.createdAt > b.createdAt)),
  };
}

/** The feed brings comments that are new; what was said before comes with this, and then stays on this device. */
export async function loadComments(store: TeamStore, taskId: string): Promise<void> {
  const { teamId } = store;
  let cursor: string | null = null;
  do {
    const from: string | undefined = cursor ?? undefined;
    cursor = await store.bringIn('comment', async (): Promise<OlderPage<'comment'>> => {
      const { comments, nextCursor } = await call('GET /teams/{teamId}/tasks/{taskId}/comments', {
        params: { teamId, taskId },
        query: { limit: PAGE, cursor: from },
      });
      return { rows: comments, nextCursor };
    });
  } while (cursor !== null);
}

/** Says something about a task, or answers a comment on it. */
export function addComment(
  store: TeamStore,
  taskId: string,
  body: string,
  parentId: string | null = null,
  id = store.newId(),
): Command {
  const row: Comment = {
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
    route: 'POST /teams/{teamId}/tasks/{taskId}/comments',
    params: { teamId: store.teamId, taskId },
    body: { id, body, ...(parentId === null ? {} : { parentId }) },
    effects: [{ entity: 'comment', id, op: 'put', fields: row }],
    text: body,
    inverse: { kind: 'whole', by: deleteAgain(id) },
  };
}

export function editComment(store: TeamStore, comment: Comment, body: string): Command {
  return updateCommand(store, {
    entity: 'comment',
    id: comment.id,
    route: 'PATCH /teams/{teamId}/tasks/{taskId}/comments/{commentId}',
    params: paramsOf(store, comment),
    fields: { body },
  });
}

deriveOptimistic('comment', (store) => ({ editedAt: new Date(store.now()).toISOString() }));

/** The row stays, without its words, so that what answers it keeps its place. */
export function deleteComment(store: TeamStore, comment: Comment): Command {
  const fields = { body: '', reactions: [], deletedAt: new Date(store.now()).toISOString() };
  return {
    route: 'DELETE /teams/{teamId}/tasks/{taskId}/comments/{commentId}',
    params: paramsOf(store, comment),
    effects: [{ entity: 'comment', id: comment.id, op: 'patch', fields }],
    inverse: { kind: 'whole', by: restoreAgain(comment) },
  };
}

/** Brings a comment back as it was. */
export function restoreComment(store: TeamStore, comment: Comment): Command {
  const { body, reactions } = comment;
  return {
    route: 'POST /teams/{teamId}/tasks/{taskId}/comments/{commentId}/restore',
    params: paramsOf(store, comment),
    effects: [
      { entity: 'comment', id: comment.id, op: 'patch', fields: { body, reactions, deletedAt: null } },
    ],
    inverse: { kind: 'whole', by: deleteAgain(comment.id) },
  };
}

/** Reacts to a comment, or takes one's own reaction back. */
export function toggleReaction(store: TeamStore, comment: Comment, emoji: string): Command {
  const isOn = hasReacted(comment, emoji, store.userId);
  const reactions = isOn
    ? withoutReaction(comment.reactions, emoji, store.userId)
    : withReaction(comment.reactions, emoji, store.userId);
  const path = '/teams/{teamId}/tasks/{taskId}/comments/{commentId}/reactions/{emoji}' as const;
  return {
    route: isOn ? `DELETE ${path}` : `PUT ${path}`,
    params: { ...paramsOf(store, comment), emoji },
    effects: [{ entity: 'comment', id: comment.id, op: 'patch', fields: { reactions } }],
    inverse: { kind: 'whole', by: setAgain({ id: comment.id, emoji, isOn }) },
  };
}

export function hasReacted(
  { reactions }: Pick<Comment, 'reactions'>,
  emoji: string,
  userId: string,
): boolean {
  return reactions.some((one) => one.emoji === emoji && one.userIds.includes(userId));
}

export function withReaction(reactions: Reactions, emoji: string, userId: string): Reactions {
  return reactions.some((one) => one.emoji === emoji)
    ? reactions.map((one) => (one.emoji === emoji ? { emoji, userIds: [...one.userIds, userId] } : one))
    : [...reactions, { emoji, userIds: [userId] }];
}

export function withoutReaction(reactions: Reactions, emoji: string, userId: string): Reactions {
  return reactions
    .map((one) =>
      one.emoji === emoji ? { emoji, userIds: one.userIds.filter((other) => other !== userId) } : one,
    )
    .filter((one) => one.userIds.length > 0);
}

const deleteAgain = defineRecipe('delete comment', (store, id: string) => {
  const now = store.row('comment', id);
  return now === undefined || now.deletedAt !== null ? null : deleteComment(store, now);
});
const restoreAgain = defineRecipe('restore comment', restoreComment);
const setAgain = defineRecipe(
  'set reaction',
  (store, { id, emoji, isOn }: { id: string; emoji: string; isOn: boolean }) => {
    const now = store.row('comment', id);
    const isOther = now !== undefined && hasReacted(now, emoji, store.userId) !== isOn;
    return isOther ? toggleReaction(store, now, emoji) : null;
  },
);

function paramsOf(store: TeamStore, { id, taskId }: Comment): Record<string, string> {
  return { teamId: store.teamId, taskId, commentId: id };
}
