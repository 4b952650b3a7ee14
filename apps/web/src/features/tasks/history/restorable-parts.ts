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
  findRelationTrouble,
} from '#features/tasks/relations/relations.data.ts';
import { skipDay, unskipDay, type PastSkip } from '#features/tasks/recurrence/repeat.data.ts';
import { changeTime, deleteTime, restoreTime } from '#features/tasks/time-tracking/time.data.ts';
import type { PastChange } from './use-task-past.ts';

type Task = SyncRows['task'];
type PastItem = Omit<SyncRows['checklistItem'], 'taskId'>;
type PastFile = Omit<Attachment, 'taskId'>;
type PastTime = Omit<TimeEntry, 'taskId'>;

/** Milliseconds for which the server keeps what was taken off a task; a day less, so that nothing is promised in vain. */
const KEPT_MS = 29 * 86_400_000;

/** What a task is made of now. */
export interface Parts {
  items: readonly SyncRows['checklistItem'][];
  files: readonly Attachment[];
  relations: readonly SyncRows['relation'][];
  entries: readonly TimeEntry[];
}

export interface PartsAsk {
  store: TeamStore;
  task: Task;
  parts: Parts;
  /** Ids of the changes after which nothing was told of the same part. */
  latest: ReadonlySet<string>;
  /** May this person take time of theirs, or of nobody they know, off the task? */
  mayDeleteTime: (userId: string | null) => boolean;
  mayTrack: boolean;
  mayEdit: boolean;
}

/**
 * What takes a change of a part of the task back: a step, a file, a relation, a skip, time. Null where it is so already, or
 * cannot be: lines from before their parts were named in them do not say which one it was.
 */
export function findPartBack(ask: PartsAsk, change: PastChange): (() => Command | null) | null {
  const { field } = change;
  if (field === 'time') return ask.mayTrack ? findTimeBack(ask, change) : null;
  if (!ask.mayEdit) return null;
  if (field === 'checklist') return findItemBack(ask, change);
  if (field === 'attachments') return findFileBack(ask, change);
  if (field === 'skip') return findSkipBack(ask, change);
  return RELATION_SIDES.includes(field as RelationSide) ? findRelationBack(ask, change) : null;
}

/** The changes of parts after which nothing was told of the same part. @param changes newest first */
export function listLatest(changes: readonly PastChange[]): ReadonlySet<string> {
  const told = new Set<string>();
  return new Set(
    changes.flatMap(({ id, field, old, new: now }) => {
      const part = `${field}/${((now ?? old) as { id?: string } | null)?.id}`;
      if (told.has(part)) return [];
      told.add(part);
      return [id];
    }),
  );
}

function findItemBack({ store, task, parts }: PartsAsk, { old, new: now }: PastChange) {
  const [was, is] = [old as PastItem | null, now as PastItem | null];
  if (is === null && was !== null) {
    // It comes back under another name for the server: by its words one sees that it is there.
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

function findFileBack({ store, task, parts, latest }: PartsAsk, change: PastChange) {
  const [was, is] = [change.old as PastFile | null, change.new as PastFile | null];
  const file = parts.files.find(({ id }) => id === (is ?? was)?.id);
  if (is === null && was !== null) {
    if (file !== undefined || was.createdAt === undefined || !isKept(store, change, latest)) return null;
    // The task has its cover for as long as the file is away, too.
    return () => restoreAttachment(store, { attachment: { ...was, taskId: task.id }, isCover: false });
  }
  if (file === undefined) return null;
  if (was === null) return () => removeAttachment(store, file);
  return file.name === was.name ? null : () => renameAttachment(store, file, was.name);
}

function findRelationBack({ store, task, parts }: PartsAsk, { field, old, new: now }: PastChange) {
  const [side, otherId] = [field as RelationSide, String(now ?? old)];
  if (now === null) {
    const isThere = store.row('task', otherId) !== undefined;
    if (!isThere || findRelationTrouble(store, [task.id], side, otherId) !== null) return null;
    return () => createRelation(store, task.id, side, otherId);
  }
  const ends = toEnds(task.id, side, otherId);
  const relation = parts.relations.find(
    ({ kind, fromId, toId }) => kind === ends.kind && fromId === ends.fromId && toId === ends.toId,
  );
  return relation === undefined ? null : () => deleteRelation(store, relation, task.id);
}

function findSkipBack({ store, task, latest }: PartsAsk, change: PastChange) {
  const [was, is] = [change.old as PastSkip | null, change.new as PastSkip | null];
  const { repeat } = task;
  if (is !== null) {
    const { id } = is;
    const isSkipped = latest.has(change.id) && !isBroughtIn(change);
    return isSkipped && id !== undefined ? () => unskipDay(store, task, { ...is, id }) : null;
  }
  // Only the day that comes next is passed over.
  if (repeat === null || was === null || task.closedAt !== null) return null;
  return ownDay(task, repeat.timeZone) === was.day ? () => skipDay(store, task, was.reason) : null;
}

function findTimeBack({ store, task, parts, latest, mayDeleteTime }: PartsAsk, change: PastChange) {
  const [was, is] = [change.old as PastTime | null, change.new as PastTime | null];
  const entry = parts.entries.find(({ id }) => id === (is ?? was)?.id);
  if (is === null && was !== null) {
    const isOwn = change.actor === store.userId;
    if (entry !== undefined || was.startedAt === undefined || !isKept(store, change, latest)) return null;
    if (!isOwn && !mayDeleteTime(null)) return null;
    const { id, userId, day, startedAt, endedAt, note, madeBy } = was;
    const whole = { id, taskId: task.id, userId, day, startedAt, endedAt, note, madeBy };
    return () => restoreTime(store, whole);
  }
  // What still runs is stopped, not taken back.
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

/** Can what this change took away be brought back by the server, and was it not yet? */
function isKept(store: TeamStore, change: PastChange, latest: ReadonlySet<string>): boolean {
  return latest.has(change.id) && !isBroughtIn(change) && store.now() - Date.parse(change.at) < KEPT_MS;
}

/** Lines that came with a file of another installation lie before its own log; what they took away did not come along. */
function isBroughtIn({ id }: PastChange): boolean {
  return Number.parseInt(id, 10) <= 0;
}
