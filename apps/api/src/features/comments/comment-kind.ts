import type { SyncRows } from '@hearth/contracts/sync';
import type { Comment as TaskComment } from '@hearth/contracts/comments/comments';
import type { Actor, WorkAction } from '@hearth/contracts/permissions/permissions';
import type { Audit } from '#platform/audit/index.ts';
import type { Command } from '#platform/commands/index.ts';

/** A comment on a thing of any kind: the field with the thing's id differs by kind. */
export type Comment = Omit<TaskComment, 'taskId'>;

/** Entity of comments in the sync log. */
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
 * Tables of one kind's comments: one set per kind, for the foreign key to the thing. A deleted comment's earlier
 * texts are only purged if the policy `only_purged` of `history` names these tables, too.
 */
export interface CommentTables {
  /** For example `task_comments`. */
  comments: string;
  /** For example `comment_reactions`. */
  reactions: string;
  /** The column with the id of the thing: `task_id`. */
  subject: string;
}

/** A kind of thing with comments: the interface that comments need. */
export interface CommentKind {
  /** Its noun, in sentences: `task`. */
  thing: string;
  /** Entity of the thing in the sync log, whose history includes its moves. */
  subject: keyof SyncRows;
  /** Entity of its comments in the sync log. */
  entity: CommentEntity;
  /** The field with the id of the thing: `taskId`. */
  field: string;
  tables: CommentTables;
  /** The action required on the thing for commenting; its routes check the same. */
  action: WorkAction;
  /**
   * Locks the thing in place while its comments change.
   * @throws AppError NOT_FOUND when it does not exist for this actor, FORBIDDEN when they may not comment on it (any more)
   */
  lock(command: Command, on: OnSubject): Promise<SubjectScope>;
  /** Adds followers to the thing. */
  follow(command: Command, subjectId: string, userIds: readonly string[]): Promise<void>;
  /** The thing as named in the audit log; null = not audited. */
  describeForAudit(
    command: Command,
    on: OnSubject,
  ): Promise<Pick<Audit, 'object' | 'objectId' | 'objectName'> | null>;
}
