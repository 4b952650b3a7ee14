import type { Attachment as TaskAttachment } from '@hearth/contracts/attachments/attachments';
import type { Actor } from '@hearth/contracts/permissions/permissions';
import type { SyncRows } from '@hearth/contracts/sync';
import type { Command } from '#platform/commands/index.ts';
import type { App } from '#platform/feature.ts';

/** A file, whatever it is attached to: each kind's rows say that in a field of their own. */
export type Attachment = Omit<TaskAttachment, 'taskId'>;

/** What the log calls files. */
export type AttachmentEntity = {
  [E in keyof SyncRows]: SyncRows[E] extends Attachment ? E : never;
}[keyof SyncRows];

export interface OnSubject {
  teamId: string;
  actor: Actor;
  /** The thing that has the files. */
  subjectId: string;
}

export interface OnAttachment extends OnSubject {
  attachmentId: string;
}

/** A thing that is locked while its files change. */
export interface LockedSubject {
  projectId: string | null;
  /** Says, besides the file's own row, what a file that goes or comes back means for the thing. */
  tellAlong?: (attachmentId: string, isThere: boolean) => void;
}

/** Where the files of one kind of thing are kept: a table of its own, so that keys lead to the thing. */
export interface AttachmentTable {
  name: string;
  /** The column that names the thing, as `task_id`. */
  subject: string;
  /** The column with the id of the file that one is a copy of, by which it is found as well. */
  copiedFrom?: string;
}

/** A kind of thing that has files, as far as they have to know it. */
export interface AttachmentKind {
  /** What people call it, in sentences: `task`. */
  thing: string;
  /** What the log calls the thing itself: its history tells of its files. */
  subject: keyof SyncRows;
  /** What the log calls a file on it; null = neither the log nor the history tells of them: whoever wants them asks. */
  entity: AttachmentEntity | null;
  /** The field of a file that names the thing: `taskId`. */
  field: string;
  table: AttachmentTable;
  /**
   * Locks the thing while its files change.
   * @throws AppError NOT_FOUND when it is not there for this actor, FORBIDDEN when they may not change it (any more)
   */
  lock(command: Command, on: OnSubject): Promise<LockedSubject>;
}

const kindsOf = new WeakMap<App, AttachmentKind[]>();

/** Files of this kind count towards a team's room, and stay as long as a row names them. */
export function addAttachmentKind(app: App, kind: AttachmentKind): void {
  kindsOf.set(app, [...(kindsOf.get(app) ?? []), kind]);
}

/** The tables of all kinds. */
export function listTables(app: App): readonly AttachmentTable[] {
  return (kindsOf.get(app) ?? []).map(({ table }) => table);
}
