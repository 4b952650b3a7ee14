import type { SyncRows } from '@hearth/contracts/sync';
import type { Comment as TaskComment } from '@hearth/contracts/comments/comments';
import type { Actor, WorkAction } from '@hearth/contracts/permissions/permissions';
import type { Audit } from '#platform/audit/index.ts';
import type { Command } from '#platform/commands/index.ts';

/** A comment, whatever it is about: each kind's rows say that in a field of their own. */
export type Comment = Omit<TaskComment, 'taskId'>;

/** What the log calls comments. */
export type CommentEntity = {
  [E in keyof SyncRows]: SyncRows[E] extends Comment ? E : never;
}[keyof SyncRows];

export interface OnSubject {
  teamId: string;
  actor: Actor;
  /** The thing that is commented on. */
  subjectId: string;
}

export interface OnComment extends OnSubject {
  commentId: string;
}

/** The project of a comment's subject, which decides who may read and write there; null = of the team. */
export interface SubjectScope {
  projectId: string | null;
}

/**
 * Where the comments on one kind of thing are kept: tables of its own, so that keys lead to the thing. What a deleted
 * comment said earlier goes only if the policy `only_purged` of `history` names these tables, too.
 */
export interface CommentTables {
  /** As `task_comments`. */
  comments: string;
  /** As `comment_reactions`. */
  reactions: string;
  /** The column that names the thing, as `task_id`. */
  subject: string;
}

/** A kind of thing that people comment on, as far as its comments have to know it. */
export interface CommentKind {
  /** What people call it, in sentences: `task`. */
  thing: string;
  /** What the log calls the thing itself, whose moves its past tells of. */
  subject: keyof SyncRows;
  /** What the log calls a comment on it. */
  entity: CommentEntity;
  /** The field of a comment that names the thing: `taskId`. */
  field: string;
  tables: CommentTables;
  /** What one has to be allowed on the thing to comment on it; its routes ask the same. */
  action: WorkAction;
  /**
   * Locks the thing where it is while something is said about it.
   * @throws AppError NOT_FOUND when it is not there for this actor, FORBIDDEN when they may not comment on it (any more)
   */
  lock(command: Command, on: OnSubject): Promise<SubjectScope>;
  /** Makes people who have to do with the thing from now on follow it. */
  follow(command: Command, subjectId: string, userIds: readonly string[]): Promise<void>;
  /** How the audit log names the thing; null = not at all. */
  describeForAudit(
    command: Command,
    on: OnSubject,
  ): Promise<Pick<Audit, 'object' | 'objectId' | 'objectName'> | null>;
}
