import { PRIORITIES } from './task-values.ts';
import { foldCase } from './view-filter-values.ts';
import type { SortField, SortKey } from './view-values.ts';
import type { Milestone } from './milestones.ts';
import type { Task } from './tasks.ts';

type Key = string | number | null;
type Compare = (a: Task, b: Task) => number;

/** Ascending means: most pressing first, soonest first, smallest first, oldest first. */
const KEYS: Record<Exclude<SortField, 'milestone'>, (task: Task) => Key> = {
  manual: ({ position }) => position,
  priority: ({ priority }) => -PRIORITIES.indexOf(priority),
  due: ({ dueDate }) => dueDate,
  start: ({ startDate }) => startDate,
  estimate: ({ estimate }) => estimate,
  title: ({ title }) => foldCase(title),
  created: ({ createdAt }) => createdAt,
  updated: ({ updatedAt }) => updatedAt,
  closed: ({ closedAt }) => closedAt,
  // What the server has not numbered yet is the newest.
  key: ({ number }) => (number === 0 ? Number.MAX_SAFE_INTEGER : number),
};

/** Milestones by their dates, then by their places in their projects; those without a date come after all others. */
export function milestoneKey({ targetDate, position }: Pick<Milestone, 'targetDate' | 'position'>): string {
  return `${targetDate ?? '9999-12-31'} ${position}`;
}

/**
 * Orders tasks by several keys, the first one first. What has none of a key comes last, whichever way it is sorted.
 * @param milestoneKeys `milestoneKey` of each milestone, by id
 */
export function compareTasksBy(
  sort: readonly SortKey[],
  milestoneKeys: ReadonlyMap<string, string> = new Map(),
): Compare {
  const keyOfMilestone = ({ milestoneId }: Task) => milestoneKeys.get(milestoneId ?? '') ?? null;
  const compares = sort.map(({ field, isDescending }) =>
    compareBy(field === 'milestone' ? keyOfMilestone : KEYS[field], isDescending ? -1 : 1),
  );
  const [first, second, ...rest] = compares;
  if (first === undefined) return () => 0;
  if (second === undefined) return first;
  return (a, b) => {
    let order = first(a, b) || second(a, b);
    for (let at = 0; order === 0 && at < rest.length; at += 1) order = rest[at]?.(a, b) ?? 0;
    return order;
  };
}

function compareBy(keyOf: (task: Task) => Key, way: 1 | -1): Compare {
  return (a, b) => {
    const [one, other] = [keyOf(a), keyOf(b)];
    if (one === other) return 0;
    if (one === null) return 1;
    if (other === null) return -1;
    return one < other ? -way : way;
  };
}
