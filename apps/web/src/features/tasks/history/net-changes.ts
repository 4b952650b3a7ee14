import { RELATION_SIDES } from '@hearth/contracts/relations/relation-values';
import { SUB_TASK_LINE } from '@hearth/contracts/model/task-values';
import type { PastChange } from './use-task-past.ts';

/** Fields whose changes concern different sub-items of the task and therefore cannot be merged. */
const PARTS: ReadonlySet<string> = new Set([
  'checklist',
  'attachments',
  'skip',
  'time',
  SUB_TASK_LINE,
  ...RELATION_SIDES,
]);

/**
 * Computes net changes. Merges several changes to a field into one change from its first to its last value, attributed to the last author.
 * Omits fields that have returned to their first value.
 * @param changes newest first
 * @returns newest first
 */
export function netChanges<C extends PastChange>(changes: readonly C[]): C[] {
  const net: C[] = [];
  const indexes = new Map<string, number>();
  for (const change of sumTime(changes)) {
    const at = indexes.get(change.field);
    const newer = at === undefined ? undefined : net[at];
    // If the values don't match, the list lacks changes in between. Keep this change separate.
    if (at !== undefined && newer !== undefined && isSame(newer.old, change.new)) {
      net[at] = { ...newer, old: change.old };
      continue;
    }
    if (!PARTS.has(change.field)) indexes.set(change.field, net.length);
    net.push(change);
  }
  return net.filter(
    ({ field, old, new: now }) => PARTS.has(field) || field === 'description' || !isSame(old, now),
  );
}

interface PastTime {
  seconds: number;
  userId: string;
}

/** Sums up the time that each member tracked and replaces the member's latest entry with the sum. Omits sums of zero. */
function sumTime<C extends PastChange>(changes: readonly C[]): C[] {
  const ownTime = ({ field, old, new: now, actor }: C): PastTime | null => {
    const time = (now ?? old) as PastTime | null;
    return field === 'time' && time !== null && time.userId === actor ? time : null;
  };
  const secondsIn = (value: unknown) => (value as PastTime | null)?.seconds ?? 0;
  const sums = new Map<string, number>();
  const counts = new Map<string, number>();
  for (const change of changes) {
    const userId = ownTime(change)?.userId;
    if (userId === undefined) continue;
    sums.set(userId, (sums.get(userId) ?? 0) + secondsIn(change.new) - secondsIn(change.old));
    counts.set(userId, (counts.get(userId) ?? 0) + 1);
  }
  const summed = new Set<string>();
  return changes.flatMap((change) => {
    const time = ownTime(change);
    if (time === null || counts.get(time.userId) === 1) return [change];
    const sum = sums.get(time.userId) ?? 0;
    if (summed.has(time.userId) || sum === 0) return [];
    summed.add(time.userId);
    const whole = { ...time, seconds: Math.abs(sum), note: '' };
    return [sum > 0 ? { ...change, old: null, new: whole } : { ...change, old: whole, new: null }];
  });
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
