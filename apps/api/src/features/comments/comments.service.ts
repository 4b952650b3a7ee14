import { listMentions } from '@hearth/contracts/rich-text/comment-values';
import { LIMITS } from '@hearth/contracts/core/limits';
import { canDeleteComment } from '@hearth/contracts/permissions/permissions';
import type { SyncRows } from '@hearth/contracts/sync';
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
import type {
  Comment,
  CommentEntity,
  CommentKind,
  CommentTarget,
  SubjectTarget,
  SubjectScope,
} from './comment-kind.ts';
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

/** Adds a comment. Threads have one level: a reply to a reply is added to the same thread. */
export async function createComment(
  app: App,
  kind: CommentKind,
  on: SubjectTarget,
  body: { id?: string | undefined; body: string; parentId?: string | null | undefined },
  requestKey: RequestKey,
): Promise<CommandResult<CommentReply>> {
  const { subjectId, actor } = on;
  return await runCommand(app, { teamId: on.teamId, userId: actor.userId, requestKey }, async (command) => {
    const scope = await kind.lock(command, on, kind.action);
    const parentId = await findParent(command, kind, on, body.parentId ?? null);
    await assertMentions(command, kind, scope, listMentions(body.body));
    const id = body.id ?? command.newId();
    await insertComment(command, kind.tables, { id, subjectId, parentId, body: body.body });
    await kind.follow(command, { ...scope, subjectId }, [actor.userId, ...listMentions(body.body)]);
    // Build the JSON format of `commentJson` here, to avoid reading the row while the object is locked.
    const comment = {
      id,
      [kind.field]: subjectId,
      parentId,
      body: body.body,
      createdBy: actor.userId,
      createdAt: command.now.toISOString(),
      editedAt: null,
      deletedAt: null,
      reactions: [],
    };
    return logComment(command, kind, scope, comment);
  });
}

/** Changes the text of a comment. The previous text is kept in the history. */
export async function changeComment(
  app: App,
  kind: CommentKind,
  on: CommentTarget,
  body: { body: string },
  requestKey: RequestKey,
): Promise<CommandResult<CommentReply>> {
  return await changeLocked(app, kind, on, requestKey, async (command, locked, scope) => {
    assertThere(locked);
    if (locked.createdBy !== on.actor.userId)
      throw refuse('Only the person who wrote this comment can change it.');
    if (locked.body === body.body) return false;
    const known = listMentions(locked.body);
    const mentioned = listMentions(body.body);
    assertMentionCount(mentioned);
    const added = mentioned.filter((userId) => !known.includes(userId));
    await assertMentions(command, kind, scope, added);
    await writeBody(command, kind.tables, on.commentId, body.body);
    await kind.follow(command, { ...scope, subjectId: on.subjectId }, added);
    command.remember({
      entity: kind.entity,
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
  kind: CommentKind,
  on: CommentTarget,
  requestKey: RequestKey,
): Promise<CommandResult<CommentReply>> {
  return await changeLocked(app, kind, on, requestKey, async (command, locked, scope) => {
    assertThere(locked);
    if (!canDeleteComment(on.actor, kind.action, { ...scope, createdBy: locked.createdBy })) {
      throw refuse(
        'Only the person who wrote this comment, or someone who manages the project, can delete it.',
      );
    }
    await setDeleted(command, kind.tables, on.commentId, true);
    if (locked.createdBy !== on.actor.userId) await auditDeletion(command, kind, on, locked);
    return true;
  });
}

export async function restoreComment(
  app: App,
  kind: CommentKind,
  on: CommentTarget,
  requestKey: RequestKey,
): Promise<CommandResult<CommentReply>> {
  return await changeLocked(app, kind, on, requestKey, async (command, locked, scope) => {
    // Managers may restore any comment. Other users may restore only comments that they deleted themselves.
    const mayRestore =
      locked.deletedBy === on.actor.userId ||
      canDeleteComment(on.actor, kind.action, { ...scope, createdBy: null });
    if (locked.deletedAt === null) throw new AppError('INVALID_STATE', 'This comment isn’t deleted.');
    if (locked.deletedAt < oldestRestorable(command.now)) throw notFound('This comment');
    const when = { entity: kind.subject, teamId: on.teamId, id: on.subjectId, at: locked.deletedAt };
    const isOwn = locked.deletedBy === on.actor.userId;
    if (!isOwn && !(await sawAt(command.tx, visibleTo(on.actor), when))) throw notFound('This comment');
    if (!mayRestore) {
      throw refuse(
        'Only the person who deleted this comment, or someone who manages the project, can restore it.',
      );
    }
    await setDeleted(command, kind.tables, on.commentId, false);
    return true;
  });
}

export async function react(
  app: App,
  kind: CommentKind,
  on: CommentTarget,
  emoji: string,
  requestKey: RequestKey,
): Promise<CommandResult<CommentReply>> {
  return await changeLocked(app, kind, on, requestKey, async (command, locked) => {
    assertThere(locked);
    const kinds = await listEmoji(command.tx, kind.tables, on.commentId);
    if (!kinds.includes(emoji) && kinds.length >= LIMITS.reactionsPerComment) {
      throw new AppError(
        'INVALID_STATE',
        `A comment can have up to ${LIMITS.reactionsPerComment} different reactions.`,
      );
    }
    return await addReaction(command, kind.tables, on.commentId, emoji);
  });
}

export async function unreact(
  app: App,
  kind: CommentKind,
  on: CommentTarget,
  emoji: string,
  requestKey: RequestKey,
): Promise<CommandResult<CommentReply>> {
  return await changeLocked(app, kind, on, requestKey, async (command, locked) => {
    assertThere(locked);
    return await removeReaction(command, kind.tables, on.commentId, emoji);
  });
}

/** Locks the object and then the comment, in this order. Publishes the comment if `change` returns true. */
async function changeLocked(
  app: App,
  kind: CommentKind,
  on: CommentTarget,
  requestKey: RequestKey,
  change: (command: Command, locked: LockedComment, scope: SubjectScope) => Promise<boolean>,
): Promise<CommandResult<CommentReply>> {
  const { teamId, actor, commentId } = on;
  return await runCommand(app, { teamId, userId: actor.userId, requestKey }, async (command) => {
    const scope = await kind.lock(command, on, kind.action);
    const locked = await lockComment(command.tx, kind.tables, on);
    if (locked === undefined) throw notFound('This comment');
    const isChanged = await change(command, locked, scope);
    const comment = await readComment(command.tx, kind, commentId);
    return isChanged ? logComment(command, kind, scope, comment) : { comment };
  });
}

function logComment(
  command: Command,
  kind: CommentKind,
  scope: SubjectScope,
  comment: Comment,
): CommentReply {
  // The history contains only texts, which are recorded when they change. The row includes the id of the object.
  command.put(kind.entity, comment.id, null, comment as SyncRows[CommentEntity], workScope(scope.projectId));
  return { comment };
}

async function findParent(
  command: Command,
  kind: CommentKind,
  on: SubjectTarget,
  parentId: string | null,
): Promise<string | null> {
  if (parentId === null) return null;
  const thread = await findThread(command.tx, kind.tables, { ...on, commentId: parentId });
  if (thread === null) throw notFoundAt('parentId', `a comment on this ${kind.thing}`);
  return thread;
}

/**
 * Checks that these users may be mentioned in a comment.
 * @throws AppError INVALID_REQUEST if there are too many, or if one of them cannot see the object
 */
async function assertMentions(
  { tx }: Command,
  { thing }: CommentKind,
  { projectId }: SubjectScope,
  userIds: readonly string[],
): Promise<void> {
  assertMentionCount(userIds);
  const seeing = await listMembersWithAccess(tx, projectId, userIds);
  if (userIds.some((userId) => !seeing.includes(userId)))
    throw invalidField('body', `mentions someone who can’t see this ${thing}`);
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
  kind: CommentKind,
  on: CommentTarget,
  locked: LockedComment,
): Promise<void> {
  const described = await kind.describeForAudit(command, on);
  if (described === null) return;
  command.audit({
    act: 'comment.deleted',
    ...described,
    details: { commentId: on.commentId, writtenBy: locked.createdBy },
  });
}

function refuse(sentence: string): AppError {
  return new AppError('FORBIDDEN', sentence);
}
