import { listMentions } from '@hearth/contracts/rich-text/comment-values';
import type { Comment } from '@hearth/contracts/comments/comments';
import { LIMITS } from '@hearth/contracts/core/limits';
import { canDeleteComment, type Actor } from '@hearth/contracts/permissions/permissions';
import { sawAt } from '#features/history/index.ts';
import { listMembersWithAccess, visibleTo } from '#features/projects/index.ts';
import {
  runCommand,
  workScope,
  type RequestKey,
  type Command,
  type CommandResult,
} from '#platform/commands/index.ts';
import { AppError, invalidField, notFound, notFoundAt } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import { oldestRestorable } from '#platform/restorable.ts';
import { lockTaskFor } from '#features/tasks/model/lock-task-for.ts';
import { describeForAudit } from '#features/tasks/model/task-audit.ts';
import { findTask } from '#features/tasks/model/tasks.queries.ts';
import { joinWatchers } from '#features/tasks/watchers/watchers.service.ts';
import { readComment } from './comment-rows.queries.ts';
import {
  addReaction,
  findThread,
  lockComment,
  insertComment,
  listEmoji,
  removeReaction,
  setDeleted,
  writeBody,
  type LockedComment,
} from './comments.queries.ts';

type CommentReply = { comment: Comment };

interface CommentableTask {
  teamId: string;
  actor: Actor;
  taskId: string;
}

interface CommentTarget extends CommentableTask {
  commentId: string;
}

interface TaskScope {
  projectId: string | null;
}

/** Adds a comment. Threads have one level: a reply to a reply is added to the same thread. */
export async function createComment(
  app: App,
  on: CommentableTask,
  body: { id?: string | undefined; body: string; parentId?: string | null | undefined },
  requestKey: RequestKey,
): Promise<CommandResult<CommentReply>> {
  const { taskId, actor } = on;
  return await runCommand(app, { teamId: on.teamId, userId: actor.userId, requestKey }, async (command) => {
    const scope = await lockTaskFor(command, on, 'task.comment');
    const parentId = await findParent(command, on, body.parentId ?? null);
    await assertMentions(command, scope, listMentions(body.body));
    const id = body.id ?? command.newId();
    await insertComment(command, { id, taskId, parentId, body: body.body });
    await joinWatchers(command, { ...scope, taskId }, [actor.userId, ...listMentions(body.body)]);
    // Build the JSON format of `commentJson` here, to avoid reading the row while the task is locked.
    const comment = {
      id,
      taskId,
      parentId,
      body: body.body,
      createdBy: actor.userId,
      createdAt: command.now.toISOString(),
      editedAt: null,
      deletedAt: null,
      reactions: [],
    };
    return logComment(command, scope, comment);
  });
}

/** Changes the text of a comment. The previous text is kept in the history. */
export async function changeComment(
  app: App,
  on: CommentTarget,
  body: { body: string },
  requestKey: RequestKey,
): Promise<CommandResult<CommentReply>> {
  return await changeLocked(app, on, requestKey, async (command, locked, scope) => {
    assertThere(locked);
    if (locked.createdBy !== on.actor.userId)
      throw refuse('Only the person who wrote this comment can change it.');
    if (locked.body === body.body) return false;
    const known = listMentions(locked.body);
    const mentioned = listMentions(body.body);
    assertMentionCount(mentioned);
    const added = mentioned.filter((userId) => !known.includes(userId));
    await assertMentions(command, scope, added);
    await writeBody(command, on.commentId, body.body);
    await joinWatchers(command, { ...scope, taskId: on.taskId }, added);
    command.remember({
      entity: 'comment',
      entityId: on.commentId,
      field: 'body',
      old: locked.body,
      new: body.body,
    });
    return true;
  });
}

/** Soft-deletes a comment. It can be restored for the same period as items in the trash. */
export async function deleteComment(
  app: App,
  on: CommentTarget,
  requestKey: RequestKey,
): Promise<CommandResult<CommentReply>> {
  return await changeLocked(app, on, requestKey, async (command, locked, scope) => {
    assertThere(locked);
    if (!canDeleteComment(on.actor, 'task.comment', { ...scope, createdBy: locked.createdBy })) {
      throw refuse(
        'Only the person who wrote this comment, or someone who manages the project, can delete it.',
      );
    }
    await setDeleted(command, on.commentId, true);
    if (locked.createdBy !== on.actor.userId) await auditDeletion(command, on, locked);
    return true;
  });
}

export async function restoreComment(
  app: App,
  on: CommentTarget,
  requestKey: RequestKey,
): Promise<CommandResult<CommentReply>> {
  return await changeLocked(app, on, requestKey, async (command, locked, scope) => {
    // Managers may restore any comment. Other users may restore only comments that they deleted themselves.
    const mayRestore =
      locked.deletedBy === on.actor.userId ||
      canDeleteComment(on.actor, 'task.comment', { ...scope, createdBy: null });
    if (locked.deletedAt === null) throw new AppError('INVALID_STATE', 'This comment isn’t deleted.');
    if (locked.deletedAt < oldestRestorable(command.now)) throw notFound('This comment');
    const when = { entity: 'task', teamId: on.teamId, id: on.taskId, at: locked.deletedAt } as const;
    const isOwn = locked.deletedBy === on.actor.userId;
    if (!isOwn && !(await sawAt(command.tx, visibleTo(on.actor), when))) throw notFound('This comment');
    if (!mayRestore) {
      throw refuse(
        'Only the person who deleted this comment, or someone who manages the project, can restore it.',
      );
    }
    await setDeleted(command, on.commentId, false);
    return true;
  });
}

export async function react(
  app: App,
  on: CommentTarget,
  emoji: string,
  requestKey: RequestKey,
): Promise<CommandResult<CommentReply>> {
  return await changeLocked(app, on, requestKey, async (command, locked) => {
    assertThere(locked);
    const kinds = await listEmoji(command.tx, on.commentId);
    if (!kinds.includes(emoji) && kinds.length >= LIMITS.reactionsPerComment) {
      throw new AppError(
        'INVALID_STATE',
        `A comment can have up to ${LIMITS.reactionsPerComment} different reactions.`,
      );
    }
    return await addReaction(command, on.commentId, emoji);
  });
}

export async function unreact(
  app: App,
  on: CommentTarget,
  emoji: string,
  requestKey: RequestKey,
): Promise<CommandResult<CommentReply>> {
  return await changeLocked(app, on, requestKey, async (command, locked) => {
    assertThere(locked);
    return await removeReaction(command, on.commentId, emoji);
  });
}

/** Locks the task and then the comment, in this order. Publishes the comment if `change` returns true. */
async function changeLocked(
  app: App,
  on: CommentTarget,
  requestKey: RequestKey,
  change: (command: Command, locked: LockedComment, scope: TaskScope) => Promise<boolean>,
): Promise<CommandResult<CommentReply>> {
  const { teamId, actor, commentId } = on;
  return await runCommand(app, { teamId, userId: actor.userId, requestKey }, async (command) => {
    const scope = await lockTaskFor(command, on, 'task.comment');
    const locked = await lockComment(command.tx, on);
    if (locked === undefined) throw notFound('This comment');
    const isChanged = await change(command, locked, scope);
    const comment = await readComment(command.tx, commentId);
    return isChanged ? logComment(command, scope, comment) : { comment };
  });
}

function logComment(command: Command, scope: TaskScope, comment: Comment): CommentReply {
  // The history contains only texts, which are recorded when they change.
  command.put('comment', comment.id, null, comment, workScope(scope.projectId));
  return { comment };
}

async function findParent(
  command: Command,
  on: CommentableTask,
  parentId: string | null,
): Promise<string | null> {
  if (parentId === null) return null;
  const thread = await findThread(command.tx, { ...on, commentId: parentId });
  if (thread === null) throw notFoundAt('parentId', 'a comment on this task');
  return thread;
}

/**
 * Checks that these users may be mentioned in a comment.
 * @throws AppError INVALID_REQUEST if there are too many, or if one of them cannot see the task
 */
async function assertMentions(
  { tx }: Command,
  { projectId }: TaskScope,
  userIds: readonly string[],
): Promise<void> {
  assertMentionCount(userIds);
  const seeing = await listMembersWithAccess(tx, projectId, userIds);
  if (userIds.some((userId) => !seeing.includes(userId)))
    throw invalidField('body', 'mentions someone who can’t see this task');
}

function assertMentionCount(userIds: readonly string[]): void {
  if (userIds.length > LIMITS.mentionsPerComment)
    throw invalidField('body', `can mention up to ${LIMITS.mentionsPerComment} people`);
}

function assertThere(locked: LockedComment): void {
  if (locked.deletedAt !== null) throw notFound('This comment');
}

async function auditDeletion(
  command: Command,
  { taskId, actor, commentId }: CommentTarget,
  locked: LockedComment,
): Promise<void> {
  const task = await findTask(command.tx, taskId, visibleTo(actor));
  if (task === null) return;
  command.audit({
    act: 'comment.deleted',
    ...(await describeForAudit(command, task)),
    details: { commentId, writtenBy: locked.createdBy },
  });
}

function refuse(sentence: string): AppError {
  return new AppError('FORBIDDEN', sentence);
}
