import { RELATION_SIDES, toEnds, type RelationSide } from '@hearth/contracts/relations/relation-values';
import { ownDay } from '@hearth/contracts/recurrence/repeat-values';
import type { SyncRows } from '@hearth/contracts/sync';
import type { TimeEntry } from '@hearth/contracts/time-tracking/time-values';
import type { Command, TeamStore } from '#platform/sync/index.ts';
import {
  removeAttachment,
  renameAttachment,
  restoreAttachment,
  type Attachment,
} from '#features/tasks/attachments/attachments.data.ts';
import { deleteItem, makeItemAgain, updateItem } from '#features/tasks/checklists/checklist.data.ts';
import {
  createRelation,
  deleteRelation,
  findRelationProblem,
} from '#features/tasks/relations/relations.data.ts';
import { skipDay, unskipDay, type PastSkip } from '#features/tasks/recurrence/repeat.data.ts';
import { changeTime, deleteTime, restoreTime } from '#features/tasks/time-tracking/time.data.ts';
import type { PastChange } from './use-task-past.ts';

type Task = SyncRows['task'];
type PastItem = Omit<SyncRows['checklistItem'], 'taskId'>;
type PastFile = Omit<Attachment, 'taskId'>;
type PastTime = Omit<TimeEntry, 'taskId'>;

/** How long removed sub-items can be restored, in ms. One day less than the server's retention so that an offered undo does not fail. */
const RESTORABLE_MS = 29 * 86_400_000;

/** The current sub-items of a task. */
export interface Parts {
  items: readonly SyncRows['checklistItem'][];
  files: readonly Attachment[];
  relations: readonly SyncRows['relation'][];
  entries: readonly TimeEntry[];
}

export interface PartsRequest {
  store: TeamStore;
  task: Task;
  parts: Parts;
  /** Ids of the latest change to each sub-item. */
  latest: ReadonlySet<string>;
  /** Whether the current user may delete time entries of the given user. Null means an unknown user. */
  mayDeleteTime: (userId: string | null) => boolean;
  mayTrack: boolean;
  mayEdit: boolean;
}

/**
 * Returns a function that creates the command for reverting a change to a sub-item of the task: a checklist item, file, relation, skipped
 * day or time entry. Returns null if reverting is a no-op or impossible. For example, old changes lack the ids of their sub-items.
 */
export function findPartBack(request: PartsRequest, change: PastChange): (() => Command | null) | null {
  const { field } = change;
  if (field === 'time') return request.mayTrack ? findTimeBack(request, change) : null;
  if (!request.mayEdit) return null;
  if (field === 'checklist') return findItemBack(request, change);
  if (field === 'attachments') return findFileBack(request, change);
  if (field === 'skip') return findSkipBack(request, change);
  return RELATION_SIDES.includes(field as RelationSide) ? findRelationBack(request, change) : null;
}

/**
 * Returns the ids of the latest change to each sub-item.
 * @param changes newest first
 */
export function listLatest(changes: readonly PastChange[]): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(
    changes.flatMap(({ id, field, old, new: now }) => {
      const part = `${field}/${((now ?? old) as { id?: string } | null)?.id}`;
      if (seen.has(part)) return [];
      seen.add(part);
      return [id];
    }),
  );
}

function findItemBack({ store, task, parts }: PartsRequest, { old, new: now }: PastChange) {
  const [was, is] = [old as PastItem | null, now as PastItem | null];
  if (is === null && was !== null) {
    // A recreated item has a new id, so match it by title.
    if (parts.items.some(({ title }) => title === was.title)) return null;
    return () => makeItemAgain(store, task.id, was);
  }
  const item = parts.items.find(({ id }) => id === is?.id);
  if (item === undefined || is === null) return null;
  if (was === null) return () => deleteItem(store, item);
  if (was.title !== is.title)
    return item.title === was.title ? null : () => updateItem(store, item, { title: was.title });
  return item.isDone === was.isDone ? null : () => updateItem(store, item, { isDone: was.isDone });
}

function findFileBack({ store, task, parts, latest }: PartsRequest, change: PastChange) {
  const [was, is] = [change.old as PastFile | null, change.new as PastFile | null];
  const file = parts.files.find(({ id }) => id === (is ?? was)?.id);
  if (is === null && was !== null) {
    if (file !== undefined || was.createdAt === undefined || !isRestorable(store, change, latest))
      return null;
    // If the file was the cover, the server makes it the cover again.
    return () => restoreAttachment(store, { attachment: { ...was, taskId: task.id }, isCover: false });
  }
  if (file === undefined) return null;
  if (was === null) return () => removeAttachment(store, file);
  return file.name === was.name ? null : () => renameAttachment(store, file, was.name);
}

function findRelationBack({ store, task, parts }: PartsRequest, { field, old, new: now }: PastChange) {
  const [side, otherId] = [field as RelationSide, String(now ?? old)];
  if (now === null) {
    const exists = store.row('task', otherId) !== undefined;
    if (!exists || findRelationProblem(store, [task.id], side, otherId) !== null) return null;
    return () => createRelation(store, task.id, side, otherId);
  }
  const ends = toEnds(task.id, side, otherId);
  const relation = parts.relations.find(
    ({ kind, fromId, toId }) => kind === ends.kind && fromId === ends.fromId && toId === ends.toId,
  );
  return relation === undefined ? null : () => deleteRelation(store, relation, task.id);
}

function findSkipBack({ store, task, latest }: PartsRequest, change: PastChange) {
  const [was, is] = [change.old as PastSkip | null, change.new as PastSkip | null];
  const { repeat } = task;
  if (is !== null) {
    const { id } = is;
    const isSkipped = latest.has(change.id) && !isImported(change);
    return isSkipped && id !== undefined ? () => unskipDay(store, task, { ...is, id }) : null;
  }
  // Only the next occurrence can be skipped.
  if (repeat === null || was === null || task.closedAt !== null) return null;
  return ownDay(task, repeat.timeZone) === was.day ? () => skipDay(store, task, was.reason) : null;
}

function findTimeBack({ store, task, parts, latest, mayDeleteTime }: PartsRequest, change: PastChange) {
  const [was, is] = [change.old as PastTime | null, change.new as PastTime | null];
  const entry = parts.entries.find(({ id }) => id === (is ?? was)?.id);
  if (is === null && was !== null) {
    const isOwn = change.actor === store.userId;
    if (entry !== undefined || was.startedAt === undefined || !isRestorable(store, change, latest))
      return null;
    if (!isOwn && !mayDeleteTime(null)) return null;
    const { id, userId, day, startedAt, endedAt, note, madeBy } = was;
    const whole = { id, taskId: task.id, userId, day, startedAt, endedAt, note, madeBy };
    return () => restoreTime(store, whole);
  }
  // A running timer can be stopped, but its changes cannot be reverted.
  if (entry === undefined || entry.endedAt === null || is === null) return null;
  if (was === null) return mayDeleteTime(entry.userId) ? () => deleteTime(store, entry) : null;
  if (entry.userId !== store.userId) return null;
  const fields = Object.fromEntries(
    (['startedAt', 'endedAt', 'day', 'note'] as const)
      .filter((name) => was[name] !== is[name] && was[name] !== entry[name])
      .map((name) => [name, was[name]]),
  );
  return Object.keys(fields).length === 0 ? null : () => changeTime(store, entry, fields);
}

/** Whether the server can still restore what this change removed, and no later change has restored it. */
function isRestorable(store: TeamStore, change: PastChange, latest: ReadonlySet<string>): boolean {
  return latest.has(change.id) && !isImported(change) && store.now() - Date.parse(change.at) < RESTORABLE_MS;
}

/**
 * Whether a change was imported. Imported changes have sequence numbers before the installation's own log, and the
 * sub-items they removed were not imported.
 */
function isImported({ id }: PastChange): boolean {
  return Number.parseInt(id, 10) <= 0;
}
