import type { SyncRows } from '@hearth/contracts/sync';
import type { Comment as TaskComment } from '@hearth/contracts/comments/comments';
import type { Actor, WorkAction } from '@hearth/contracts/permissions/permissions';
import type { Audit } from '#platform/audit/index.ts';
import type { Command } from '#platform/commands/index.ts';

/** A comment on an object of any kind, without the field for the object's id, whose name differs by kind. */
export type Comment = Omit<TaskComment, 'taskId'>;

/** Sync log entity of comments. */
export type CommentEntity = {
  [E in keyof SyncRows]: SyncRows[E] extends Comment ? E : never;
}[keyof SyncRows];

export interface SubjectTarget {
  teamId: string;
  actor: Actor;
  /** Id of the object on which the comment is made. */
  subjectId: string;
}

export interface CommentTarget extends SubjectTarget {
  commentId: string;
}

/** The project of the commented object, which determines who may read and write comments. Null if the object belongs to the team. */
export interface SubjectScope {
  projectId: string | null;
}

/**
 * Tables of one kind's comments. Each kind has its own, for the foreign key to the object. The previous versions of a deleted comment are
 * only purged if the policy `only_purged` of `history` includes these tables.
 */
export interface CommentTables {
  /** For example `task_comments`. */
  comments: string;
  /** For example `comment_reactions`. */
  reactions: string;
  /** The column with the id of the object, such as `task_id`. */
  subject: string;
}

/** A kind of object with comments. This is the interface that comments require. */
export interface CommentKind {
  /** Noun for the object in error messages, such as `task`. */
  thing: string;
  /** Sync log entity of the object, whose history includes its moves. */
  subject: keyof SyncRows;
  /** Sync log entity of the comments. */
  entity: CommentEntity;
  /** The field with the id of the object, such as `taskId`. */
  field: string;
  tables: CommentTables;
  /** The action that commenting on the object requires. The object's routes check the same action. */
  action: WorkAction;
  /**
   * Locks the object against moves and deletion while its comments change.
   * @throws AppError NOT_FOUND if it does not exist or the actor may not see it; FORBIDDEN if the actor may not (or no longer) comment on
   * it
   */
  lock(command: Command, on: SubjectTarget, action: WorkAction): Promise<SubjectScope>;
  /** Adds followers to the object. `lock` has already locked it. */
  follow(
    command: Command,
    subject: SubjectScope & { subjectId: string },
    userIds: readonly string[],
  ): Promise<void>;
  /** Describes the object for the audit log. Returns null if comments on it are not audited. */
  describeForAudit(
    command: Command,
    on: SubjectTarget,
  ): Promise<Pick<Audit, 'object' | 'objectId' | 'objectName'> | null>;
}
