import { RELATION_SIDES } from '@hearth/contracts/relations/relation-values';
import { SUB_TASK_LINE } from '@hearth/contracts/model/task-values';
import type { SyncRows } from '@hearth/contracts/sync';
import { readField } from '#platform/sync/index.ts';
import { findRestorable, type ExistingEntities } from './restorable.ts';
import type { TaskFields } from '#features/tasks/model/tasks.data.ts';
import type { PastChange } from './use-task-past.ts';

/**
 * Fields whose changes cannot overwrite each other. In most of these fields, each change concerns a different sub-item. Descriptions cannot
 * lose text because the server rejects updates that are based on an older version.
 */
const NOT_OF_ONE_VALUE: ReadonlySet<string> = new Set([
  'attachments',
  'checklist',
  'description',
  'descriptionDoc',
  'skip',
  'time',
  SUB_TASK_LINE,
  ...RELATION_SIDES,
]);

/**
 * Finds changes whose value was replaced by users who had not seen it. Maps the id of each change to the last consecutive change by a user
 * who had not seen the value.
 * @param changes newest first
 */
export function findOverwritten<C extends PastChange>(changes: readonly C[]): ReadonlyMap<string, C> {
  const found = new Map<string, C>();
  const fields = Map.groupBy(changes, ({ field }) => field);
  for (const [field, own] of fields) {
    if (NOT_OF_ONE_VALUE.has(field)) continue;
    own.forEach((change, at) => {
      const next = own[at - 1];
      if (next === undefined || !isUnseen(change, next) || !isLostIn(change, next.new)) return;
      let last = next;
      for (let to = at - 2; to >= 0; to -= 1) {
        const later = own[to];
        if (later === undefined || !isUnseen(change, later)) break;
        last = later;
      }
      found.set(change.id, last);
    });
  }
  return found;
}

/** Whether the task still lacks the value of an overwritten change. */
export function isLost(task: SyncRows['task'], change: PastChange): boolean {
  return isLostIn(change, readField({ ...task }, change.field));
}

/**
 * Returns the fields that restore the value of a change overwritten by `winner`. Returns null if the field has changed again since then, or
 * if the value is no longer valid.
 */
export function findLost(
  task: SyncRows['task'],
  change: PastChange,
  winner: PastChange,
  known: ExistingEntities,
): Partial<TaskFields> | null {
  const now = readField({ ...task }, change.field);
  if (!isLostIn(change, now) || !isSame(now, winner.new)) return null;
  // For lists, restore only the lost elements and keep the other author's changes.
  const list = readList(change);
  const lost =
    list === null
      ? change.new
      : sorted([...toList(now).filter((id) => !list.removed.includes(id)), ...list.added]);
  return findRestorable(task, { ...change, old: lost }, known);
}

/** Whether the author of the later change had not seen the earlier change. Replacing one's own value is never a conflict. */
function isUnseen(change: PastChange, later: PastChange): boolean {
  return later.base !== null && later.base < seqOf(change) && later.actor !== change.actor;
}

function isLostIn(change: PastChange, value: unknown): boolean {
  const list = readList(change);
  if (list === null) return !isSame(value, change.new);
  const now = toList(value);
  return list.added.some((id) => !now.includes(id)) || list.removed.some((id) => now.includes(id));
}

/** Returns the elements that a change added to and removed from a list. Returns null if the field is not a list. */
function readList({ old, new: now }: PastChange): { added: string[]; removed: string[] } | null {
  if (!Array.isArray(old) && !Array.isArray(now)) return null;
  const [before, after] = [toList(old), toList(now)];
  return {
    added: after.filter((id) => !before.includes(id)),
    removed: before.filter((id) => !after.includes(id)),
  };
}

function toList(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function sorted(ids: readonly string[]): string[] {
  return [...new Set(ids)].sort();
}

function isSame(a: unknown, b: unknown): boolean {
  const [one, other] = [a, b].map((value) =>
    Array.isArray(value) ? sorted(toList(value)) : (value ?? null),
  );
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Returns the log sequence number. Change ids have the format `<team log sequence>.<index within the command>`. */
function seqOf({ id }: PastChange): number {
  return Number(id.slice(0, id.indexOf('.')));
}
