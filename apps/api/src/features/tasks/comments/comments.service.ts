import { listMentions } from '@hearth/contracts/rich-text/comment-values';
import type { Comment } from '@hearth/contracts/comments/comments';
import { LIMITS } from '@hearth/contracts/core/limits';
import { canDeleteComment, type Actor } from '@hearth/contracts/permissions/permissions';
import { assertMentions } from '#features/mentions/index.ts';
import { visibleTo } from '#features/projects/index.ts';
import {
  runCommand,
  workScope,
  type RequestKey,
  type Command,
  type CommandResult,
} from '#platform/commands/index.ts';
import { AppError, notFound, notFoundAt } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import {
  addReaction,
  findThread,
  holdComment,
  holdTaskForComment,
  insertComment,
  listEmoji,
  readComment,
  removeReaction,
  setDeleted,
  writeBody,
  type HeldComment,
} from './comments.queries.ts';
import { assertTaskNotArchived } from '#features/tasks/model/assert-not-archived.ts';
import { describeForAudit } from '#features/tasks/model/task-audit.ts';
import { sawAt } from '#features/tasks/model/past-sight.queries.ts';
import { assertStillMay } from '#features/tasks/model/task-rights.ts';
import { oldestRestorable } from '#features/tasks/model/restorable.ts';
import { findTask } from '#features/tasks/model/tasks.queries.ts';
import { joinWatchers } from '#features/tasks/watchers/watchers.service.ts';

export interface OnTask {
  teamId: string;
  actor: Actor;
  taskId: string;
}
export interface OnComment extends OnTask {
  commentId: string;
}
type CommentReply = { comment: Comment };
type Place = { projectId: string | null };

/** Says something about a task. What answers an answer goes into the same thread: threads have one level. */
export async function createComment(
  app: App,
  on: OnTask,
  body: { id?: string | undefined; body: string; parentId?: string | null | undefined },
  asked: RequestKey,
): Promise<CommandResult<CommentReply>> {
  const { taskId, actor } = on;
  return await runCommand(app, { teamId: on.teamId, userId: actor.userId, asked }, async (command) => {
    const place = await holdPlace(command, on);
    const parentId = await findParent(command, on, body.parentId ?? null);
    await assertMentions(command, { ...place, thing: 'task' }, listMentions(body.body));
    const id = body.id ?? command.newId();
    await insertComment(command, { id, taskId, parentId, body: body.body });
    await joinWatchers(command, taskId, [actor.userId, ...listMentions(body.body)]);
    return await tell(command, place, id);
  });
}

/** Changes what a comment says. What it said before stays in the history. */
export async function changeComment(
  app: App,
  on: OnComment,
  body: { body: string },
  asked: RequestKey,
): Promise<CommandResult<CommentReply>> {
  return await changeHeld(app, on, asked, async (command, held, place) => {
    assertThere(held);
    if (held.createdBy !== on.actor.userId)
      throw refuse('Only the person who wrote this comment can change it.');
    if (held.body === body.body) return false;
    const known = listMentions(held.body);
    const added = listMentions(body.body).filter((userId) => !known.includes(userId));
    await assertMentions(command, { ...place, thing: 'task' }, added);
    await writeBody(command, on.commentId, body.body);
    await joinWatchers(command, on.taskId, added);
    command.remember({
      entity: 'comment',
      entityId: on.commentId,
      field: 'body',
      old: held.body,
      new: body.body,
    });
    return true;
  });
}

/** Deletes a comment. It can be brought back for as long as work in the trash can. */
export async function deleteComment(
  app: App,
  on: OnComment,
  asked: RequestKey,
): Promise<CommandResult<CommentReply>> {
  return await changeHeld(app, on, asked, async (command, held, place) => {
    assertThere(held);
    if (!canDeleteComment(on.actor, { ...place, createdBy: held.createdBy })) {
      throw refuse(
        'Only the person who wrote this comment, or someone who manages the project, can delete it.',
      );
    }
    await setDeleted(command, on.commentId, true);
    if (held.createdBy !== on.actor.userId) await auditDeletion(command, on, held);
    return true;
  });
}

export async function restoreComment(
  app: App,
  on: OnComment,
  asked: RequestKey,
): Promise<CommandResult<CommentReply>> {
  return await changeHeld(app, on, asked, async (command, held, place) => {
    // Whoever manages the work may undo what anybody deleted, and everybody what they deleted themselves.
    const mayRestore =
      held.deletedBy === on.actor.userId || canDeleteComment(on.actor, { ...place, createdBy: null });
    if (held.deletedAt === null) throw new AppError('INVALID_STATE', 'This comment isn’t deleted.');
    if (held.deletedAt < oldestRestorable(command.now)) throw notFound('This comment');
    const when = { teamId: on.teamId, taskId: on.taskId, at: held.deletedAt };
    const isOwn = held.deletedBy === on.actor.userId;
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
  on: OnComment,
  emoji: string,
  asked: RequestKey,
): Promise<CommandResult<CommentReply>> {
  return await changeHeld(app, on, asked, async (command, held) => {
    assertThere(held);
    const kinds = await listEmoji(command.tx, on.teamId, on.commentId);
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
  on: OnComment,
  emoji: string,
  asked: RequestKey,
): Promise<CommandResult<CommentReply>> {
  return await changeHeld(app, on, asked, async (command, held) => {
    assertThere(held);
    return await removeReaction(command, on.commentId, emoji);
  });
}

/** Holds task and comment, in this order, and tells everybody of the comment if `change` says that it changed. */
async function changeHeld(
  app: App,
  on: OnComment,
  asked: RequestKey,
  change: (command: Command, held: HeldComment, place: Place) => Promise<boolean>,
): Promise<CommandResult<CommentReply>> {
  const { teamId, actor, commentId } = on;
  return await runCommand(app, { teamId, userId: actor.userId, asked }, async (command) => {
    const place = await holdPlace(command, on);
    const held = await holdComment(command.tx, on);
    if (held === undefined) throw notFound('This comment');
    if (await change(command, held, place)) return await tell(command, place, commentId);
    return { comment: await readComment(command.tx, teamId, commentId) };
  });
}

async function holdPlace(command: Command, { teamId, taskId, actor }: OnTask): Promise<Place> {
  await assertTaskNotArchived(command, taskId);
  const place = await holdTaskForComment(command.tx, teamId, taskId);
  if (place === undefined) throw notFound('This task');
  assertStillMay(actor, 'task.comment', { ...place, createdBy: null });
  return place;
}

async function tell(command: Command, place: Place, id: string): Promise<CommentReply> {
  const comment = await readComment(command.tx, command.teamId, id);
  // The history has the texts alone, and those are remembered where they change.
  command.put('comment', id, null, comment, workScope(place.projectId));
  return { comment };
}

async function findParent(command: Command, on: OnTask, parentId: string | null): Promise<string | null> {
  if (parentId === null) return null;
  const thread = await findThread(command.tx, { ...on, commentId: parentId });
  if (thread === null) throw notFoundAt('parentId', 'a comment on this task');
  return thread;
}

function assertThere(held: HeldComment): void {
  if (held.deletedAt !== null) throw notFound('This comment');
}

async function auditDeletion(command: Command, on: OnComment, held: HeldComment): Promise<void> {
  const task = await findTask(command.tx, on.teamId, on.taskId, visibleTo(on.actor));
  if (task === null) return;
  command.audit({
    act: 'comment.deleted',
    ...(await describeForAudit(command, task)),
    details: { commentId: on.commentId, writtenBy: held.createdBy },
  });
}

function refuse(sentence: string): AppError {
  return new AppError('FORBIDDEN', sentence);
}
