import { RELATION_SIDES } from '@hearth/contracts/relations/relation-values';
import { SUB_TASK_LINE } from '@hearth/contracts/model/task-values';
import type { SyncRows } from '@hearth/contracts/sync';
import { readField } from '#platform/sync/index.ts';
import { findRestorable, type Known } from './restorable.ts';
import type { TaskFields } from '#features/tasks/model/tasks.data.ts';
import type { PastChange } from './use-task-past.ts';

/**
 * Their lines are about one part each, which nobody else overwrites by changing another; descriptions do not lose what
 * others wrote: the server refuses a text that was written from an earlier one.
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
 * Changes whose value somebody else replaced without having seen it, each with the change that came of that: the last one in
 * a row whose author had not seen it.
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

/** Is the value of a change that was overwritten still missing from the task? */
export function isLost(task: SyncRows['task'], change: PastChange): boolean {
  return isLostIn(change, readField({ ...task }, change.field));
}

/**
 * What brings the value of a change back that was overwritten by `winner`. Null where that does not stand any more, so that
 * somebody has decided since, and where the value cannot be.
 */
export function findLost(
  task: SyncRows['task'],
  change: PastChange,
  winner: PastChange,
  known: Known,
): Partial<TaskFields> | null {
  const now = readField({ ...task }, change.field);
  if (!isLostIn(change, now) || !isSame(now, winner.new)) return null;
  // Of a list only what was lost comes back, and what the other one did to it stays.
  const list = readList(change);
  const lost =
    list === null
      ? change.new
      : sorted([...toList(now).filter((id) => !list.gone.includes(id)), ...list.added]);
  return findRestorable(task, { ...change, old: lost }, known);
}

/** Had the author of the later change not seen this one? Whoever replaces what is their own knows of it. */
function isUnseen(change: PastChange, later: PastChange): boolean {
  return later.base !== null && later.base < seqOf(change) && later.actor !== change.actor;
}

function isLostIn(change: PastChange, value: unknown): boolean {
  const list = readList(change);
  if (list === null) return !isSame(value, change.new);
  const now = toList(value);
  return list.added.some((id) => !now.includes(id)) || list.gone.some((id) => now.includes(id));
}

/** What a change did to a list; null where the field holds none. */
function readList({ old, new: now }: PastChange): { added: string[]; gone: string[] } | null {
  if (!Array.isArray(old) && !Array.isArray(now)) return null;
  const [before, after] = [toList(old), toList(now)];
  return {
    added: after.filter((id) => !before.includes(id)),
    gone: before.filter((id) => !after.includes(id)),
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

/** A change is named by its place in the log of the team, and among those of one command. */
function seqOf({ id }: PastChange): number {
  return Number(id.slice(0, id.indexOf('.')));
}
