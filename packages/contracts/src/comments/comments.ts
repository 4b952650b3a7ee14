import { z } from 'zod';
import { isEmoji } from '#rich-text/comment-values.ts';
import { id, instant, nextCursor, pageQuery, storedId, textOf } from '#core/fields.ts';
import { LIMITS } from '#core/limits.ts';
import { defineRoute } from '#core/route.ts';
import { taskIds, taskParams } from '#tasks/tasks.ts';

export const comment = z.strictObject({
  id: storedId,
  taskId: storedId,
  /** The top-level comment to which this comment replies. Null if this comment is itself top-level. */
  parentId: storedId.nullable(),
  /** As typed. Mentions are written as `<@id>`. Empty while the comment is deleted. */
  body: z.string(),
  createdBy: storedId.nullable(),
  createdAt: instant,
  editedAt: instant.nullable(),
  /** Soft-deleted comments are still returned, because their replies must keep their position. */
  deletedAt: instant.nullable(),
  /** Ordered by the first use of each emoji. Users are in the order of their reactions. */
  reactions: z.array(z.strictObject({ emoji: z.string(), userIds: z.array(storedId) })),
});
export type Comment = z.infer<typeof comment>;

/** An earlier version of a comment. */
const earlierText = z.strictObject({
  id: z.string(),
  body: z.string(),
  actor: storedId.nullable(),
  /** When the next version replaced this version. */
  at: instant,
});
export type EarlierText = z.infer<typeof earlierText>;

const body = textOf(LIMITS.commentBody).min(1, { error: 'can’t be empty' });
const commentParams = taskParams.extend({ commentId: id });
const commentIds = { ...taskIds, commentId: 'comment' } as const;
const reactionParams = commentParams.extend({
  emoji: z.string().max(40).refine(isEmoji, { error: 'must be one emoji' }),
});
const commentReply = z.strictObject({ comment });
const PATH = '/teams/{teamId}/tasks/{taskId}/comments';

export const commentsRoutes = [
  defineRoute({
    id: 'tasks.comments',
    method: 'GET',
    path: PATH,
    summary: 'Comments of a task, oldest first; deleted ones only where something answers them',
    rule: { kind: 'team', action: 'task.read', object: 'task' },
    params: taskParams,
    query: z.strictObject(pageQuery),
    replies: { 200: z.strictObject({ comments: z.array(comment), nextCursor }) },
    ids: taskIds,
  }),
  defineRoute({
    id: 'tasks.comment',
    method: 'POST',
    path: PATH,
    summary: 'Comment on a task, or answer a comment on it',
    rule: { kind: 'team', action: 'task.comment', object: 'task' },
    params: taskParams,
    body: z.strictObject({ id: id.optional(), body, parentId: id.nullable().optional() }),
    replies: { 201: commentReply },
    ids: { ...taskIds, id: 'new', parentId: 'comment' },
  }),
  defineRoute({
    id: 'comments.update',
    method: 'PATCH',
    path: `${PATH}/{commentId}`,
    summary: 'Change what a comment says; only whoever wrote it may',
    rule: { kind: 'team', action: 'task.comment', object: 'task' },
    params: commentParams,
    body: z.strictObject({ body }),
    replies: { 200: commentReply },
    ids: commentIds,
  }),
  defineRoute({
    id: 'comments.delete',
    method: 'DELETE',
    path: `${PATH}/{commentId}`,
    summary: 'Delete a comment: one’s own, or any for people who manage the work',
    rule: { kind: 'team', action: 'task.comment', object: 'task' },
    params: commentParams,
    replies: { 204: null },
    ids: commentIds,
  }),
  defineRoute({
    id: 'comments.restore',
    method: 'POST',
    path: `${PATH}/{commentId}/restore`,
    summary: 'Bring a deleted comment back, for whoever deleted it and for people who manage the work',
    rule: { kind: 'team', action: 'task.comment', object: 'task' },
    params: commentParams,
    replies: { 200: commentReply },
    ids: commentIds,
  }),
  defineRoute({
    id: 'comments.history',
    method: 'GET',
    path: `${PATH}/{commentId}/history`,
    summary: 'What a comment said before it was changed, newest first',
    rule: { kind: 'team', action: 'task.read', object: 'task' },
    params: commentParams,
    query: z.strictObject(pageQuery),
    replies: { 200: z.strictObject({ texts: z.array(earlierText), nextCursor }) },
    ids: commentIds,
  }),
  defineRoute({
    id: 'comments.react',
    method: 'PUT',
    path: `${PATH}/{commentId}/reactions/{emoji}`,
    summary: 'React to a comment with an emoji; the same one twice is one',
    rule: { kind: 'team', action: 'task.comment', object: 'task' },
    params: reactionParams,
    replies: { 200: commentReply },
    ids: commentIds,
  }),
  defineRoute({
    id: 'comments.unreact',
    method: 'DELETE',
    path: `${PATH}/{commentId}/reactions/{emoji}`,
    summary: 'Take an own reaction back',
    rule: { kind: 'team', action: 'task.comment', object: 'task' },
    params: reactionParams,
    replies: { 200: commentReply },
    ids: commentIds,
  }),
] as const;
