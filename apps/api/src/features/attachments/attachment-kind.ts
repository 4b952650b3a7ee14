import type { Attachment as TaskAttachment } from '@hearth/contracts/attachments/attachments';
import type { Actor } from '@hearth/contracts/permissions/permissions';
import type { SyncRows } from '@hearth/contracts/sync';
import type { Command } from '#platform/commands/index.ts';
import type { App } from '#platform/feature.ts';

/** A file attached to an object of any kind, without the field for the object's id, whose name differs by kind. */
export type Attachment = Omit<TaskAttachment, 'taskId'>;

/** Sync log entity of files. */
export type AttachmentEntity = {
  [E in keyof SyncRows]: SyncRows[E] extends Attachment ? E : never;
}[keyof SyncRows];

export interface SubjectTarget {
  teamId: string;
  actor: Actor;
  /** Id of the object to which the file is attached. */
  subjectId: string;
}

export interface AttachmentTarget extends SubjectTarget {
  attachmentId: string;
}

/** An object that is locked while its files change. */
export interface LockedSubject {
  projectId: string | null;
  /** Logs additional changes to the object when a file is deleted or restored. */
  publishRelated?: (attachmentId: string, isPresent: boolean) => void;
}

/** Table with the files of one kind of object. Each kind has its own, for the foreign key to the object. */
export interface AttachmentTable {
  name: string;
  /** The column with the id of the object, such as `task_id`. */
  subject: string;
  /** For copied files, the column with the id of the original file. Files are also found by this id. */
  copiedFrom?: string;
}

/** A kind of object with files. This is the interface that attachments require. */
export interface AttachmentKind {
  /** Noun for the object in error messages, such as `task`. */
  thing: string;
  /** Sync log entity of the object, whose history includes its files. */
  subject: keyof SyncRows;
  /** Sync log entity of the files. Null if the files are fetched on request and are neither logged nor included in the history. */
  entity: AttachmentEntity | null;
  /** The field with the id of the object, such as `taskId`. */
  field: string;
  table: AttachmentTable;
  /**
   * Locks the object while its files change.
   * @throws AppError NOT_FOUND if it does not exist or the actor may not see it; FORBIDDEN if the actor may not (or no longer) change it
   */
  lock(command: Command, on: SubjectTarget): Promise<LockedSubject>;
}

const kindsOf = new WeakMap<App, AttachmentKind[]>();

/** Registers a kind of object: its files count towards the team's storage, and are kept as long as a row references them. */
export function addAttachmentKind(app: App, kind: AttachmentKind): void {
  kindsOf.set(app, [...(kindsOf.get(app) ?? []), kind]);
}

/** Returns the tables of all kinds. */
export function listTables(app: App): readonly AttachmentTable[] {
  return (kindsOf.get(app) ?? []).map(({ table }) => table);
}
