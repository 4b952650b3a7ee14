import type { Attachment as TaskAttachment } from '@hearth/contracts/attachments/attachments';
import type { Actor } from '@hearth/contracts/permissions/permissions';
import type { SyncRows } from '@hearth/contracts/sync';
import type { Command } from '#platform/commands/index.ts';
import type { App } from '#platform/feature.ts';

/** A file on a thing of any kind: the field with the thing's id differs by kind. */
export type Attachment = Omit<TaskAttachment, 'taskId'>;

/** Entity of files in the sync log. */
export type AttachmentEntity = {
  [E in keyof SyncRows]: SyncRows[E] extends Attachment ? E : never;
}[keyof SyncRows];

export interface OnSubject {
  teamId: string;
  actor: Actor;
  /** The thing the file is attached to. */
  subjectId: string;
}

export interface OnAttachment extends OnSubject {
  attachmentId: string;
}

/** A thing that is locked while its files change. */
export interface LockedSubject {
  projectId: string | null;
  /** Logs further changes of the thing when a file is deleted or restored. */
  tellAlong?: (attachmentId: string, isThere: boolean) => void;
}

/** Table of one kind's files: one per kind, for the foreign key to the thing. */
export interface AttachmentTable {
  name: string;
  /** The column with the id of the thing: `task_id`. */
  subject: string;
  /** The column with the id of the original of a copy; files are found by it as well. */
  copiedFrom?: string;
}

/** A kind of thing with files: the interface that attachments need. */
export interface AttachmentKind {
  /** Its noun, in sentences: `task`. */
  thing: string;
  /** Entity of the thing in the sync log: its history includes its files. */
  subject: keyof SyncRows;
  /** Entity of its files in the sync log; null = they are neither logged nor in the history, but fetched on request. */
  entity: AttachmentEntity | null;
  /** The field with the id of the thing: `taskId`. */
  field: string;
  table: AttachmentTable;
  /**
   * Locks the thing while its files change.
   * @throws AppError NOT_FOUND when it does not exist for this actor, FORBIDDEN when they may not change it (any more)
   */
  lock(command: Command, on: OnSubject): Promise<LockedSubject>;
}

const kindsOf = new WeakMap<App, AttachmentKind[]>();

/** Registers a kind: its files count towards the team's storage, and are kept as long as a row references them. */
export function addAttachmentKind(app: App, kind: AttachmentKind): void {
  kindsOf.set(app, [...(kindsOf.get(app) ?? []), kind]);
}

/** The tables of all kinds. */
export function listTables(app: App): readonly AttachmentTable[] {
  return (kindsOf.get(app) ?? []).map(({ table }) => table);
}
