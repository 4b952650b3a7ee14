import type { FieldValues } from './custom-field-values.ts';
import { PRIORITIES } from './task-values.ts';
import { foldCase } from './view-filter-values.ts';
import { idOfOwnField, isOwnField } from './own-field-values.ts';
import type { FixedSortField, SortField, SortKey } from './view-values.ts';
import type { Milestone } from './milestones.ts';
import type { Task } from './tasks.ts';

type Key = string | number | null;
type Compare = (a: Task, b: Task) => number;

/** Ascending means: most pressing first, soonest first, smallest first, oldest first. */
const KEYS: Record<Exclude<FixedSortField, 'milestone'>, (task: Task) => Key> = {
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

/** What tasks are sorted by in such a field; null comes last. */
export type OwnKey = (fieldId: string, values: FieldValues) => string | number | null;

/** What sorting needs to know of a field. */
export interface SortedField {
  id: string;
  type: string;
  options: readonly { id: string }[];
}

/** Numbers and days by themselves, options in their order, texts letter by letter, people by their names. */
export function createOwnKey(
  fields: readonly SortedField[],
  nameOfPerson: (id: string) => string | null,
): OwnKey {
  const known = new Map(
    fields.map((field) => [
      field.id,
      { ...field, places: new Map(field.options.map(({ id }, at) => [id, at])) },
    ]),
  );
  return (fieldId, values) => {
    const field = known.get(fieldId);
    const value = values[fieldId];
    if (field === undefined || value === undefined) return null;
    if (typeof value === 'number') return value;
    if (value === true) return 1;
    if (field.type === 'select' || field.type === 'multiSelect') {
      const places = [value].flat().flatMap((id) => field.places.get(id) ?? []);
      return places.length === 0 ? null : Math.min(...places);
    }
    if (typeof value !== 'string') return null;
    const text = field.type === 'person' ? nameOfPerson(value) : value;
    return text === null ? null : foldCase(text);
  };
}
/** Milestones by their dates, then by their places in their projects; those without a date come after all others. */
export function milestoneKey({ targetDate, position }: Pick<Milestone, 'targetDate' | 'position'>): string {
  return `${targetDate ?? '9999-12-31'} ${position}`;
}

/**
 * Orders tasks by several keys, the first one first. What has none of a key comes last, whichever way it is sorted.
 * @param milestoneKeys `milestoneKey` of each milestone, by id
 * @param ownKey of the fields that the team has made
 */
export function compareTasksBy(
  sort: readonly SortKey[],
  milestoneKeys: ReadonlyMap<string, string> = new Map(),
  ownKey: OwnKey = () => null,
): Compare {
  const keyOfMilestone = ({ milestoneId }: Task) => milestoneKeys.get(milestoneId ?? '') ?? null;
  const keyOf = (field: SortField): ((task: Task) => Key) => {
    if (field === 'milestone') return keyOfMilestone;
    if (!isOwnField(field)) return KEYS[field];
    const fieldId = idOfOwnField(field);
    return ({ custom }) => ownKey(fieldId, custom);
  };
  const compares = sort.map(({ field, isDescending }) => compareBy(keyOf(field), isDescending ? -1 : 1));
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
