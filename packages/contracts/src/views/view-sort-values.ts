import type { Formulas } from '#custom-fields/formula-compute-values.ts';
import { PRIORITIES } from '#model/task-values.ts';
import { isMoment } from '#core/moment-values.ts';
import { foldCase } from '#core/fold.ts';
import { addDays } from '#core/days.ts';
import { idOfCustomField, isCustomFieldName } from '#custom-fields/custom-field-query-values.ts';
import type { FixedSortField, SortField, SortKey } from './view-values.ts';
import type { FilteredTask } from './view-filter-values.ts';

/** What is asked of a task to sort it. */
interface SortedTask extends FilteredTask {
  position: string;
  number: number;
}

type Key = string | number | null;
type Compare = (a: SortedTask, b: SortedTask) => number;

/** What a task only names by its id. */
const NAMED = {
  status: ({ statusId }: SortedTask) => statusId,
  type: ({ typeId }: SortedTask) => typeId,
  project: ({ projectId }: SortedTask) => projectId,
  milestone: ({ milestoneId }: SortedTask) => milestoneId,
  cycle: ({ cycleId }: SortedTask) => cycleId,
  reporter: ({ reporterId }: SortedTask) => reporterId,
  creator: ({ createdBy }: SortedTask) => createdBy,
  assignee: ({ assigneeIds }: SortedTask) => assigneeIds,
  watcher: ({ watcherIds }: SortedTask) => watcherIds,
  label: ({ labelIds }: SortedTask) => labelIds,
} as const;

const DATES = {
  due: ({ dueDate }: SortedTask) => dueDate,
  start: ({ startDate }: SortedTask) => startDate,
} as const;

/** Ascending means: most pressing first, soonest first, smallest first, oldest first. */
const KEYS: Record<
  Exclude<FixedSortField, keyof typeof NAMED | keyof typeof DATES>,
  (task: SortedTask) => Key
> = {
  manual: ({ position }) => position,
  priority: ({ priority }) => -PRIORITIES.indexOf(priority),
  estimate: ({ estimate }) => estimate,
  title: ({ title }) => foldCase(title),
  created: ({ createdAt }) => createdAt,
  updated: ({ updatedAt }) => updatedAt,
  closed: ({ closedAt }) => closedAt,
  // What the server has not numbered yet is the newest.
  key: ({ number }) => (number === 0 ? Number.MAX_SAFE_INTEGER : number),
};

/** What tasks are sorted by in such a field; null comes last. */
export type CustomFieldKey = (fieldId: string, task: SortedTask) => string | number | null;

/** What sorting needs to know of a field. */
export interface SortedField {
  id: string;
  type: string;
  options: readonly { id: string }[];
}

/**
 * Numbers and days by themselves, options in their order, texts letter by letter, people by their names, other tasks by the
 * lowest of their numbers.
 */
export function createCustomFieldKey(
  fields: readonly SortedField[],
  nameOfPerson: (id: string) => string | null,
  numberOfTask: (id: string) => number | null = () => null,
  formulas: Formulas = new Map(),
): CustomFieldKey {
  const known = new Map(
    fields.map((field) => [
      field.id,
      { ...field, places: new Map(field.options.map(({ id }, at) => [id, at])) },
    ]),
  );
  return (fieldId, task) => {
    const field = known.get(fieldId);
    const value = formulas.get(fieldId)?.(task) ?? task.custom[fieldId];
    if (field === undefined || value === undefined) return null;
    if (typeof value === 'number') return value;
    if (value === true) return 1;
    if (field.type === 'select' || field.type === 'multiSelect') {
      const places = [value].flat().flatMap((id) => field.places.get(id) ?? []);
      return places.length === 0 ? null : Math.min(...places);
    }
    if (field.type === 'relation') {
      const numbers = [value].flat().flatMap((id) => numberOfTask(id) ?? []);
      return numbers.length === 0 ? null : Math.min(...numbers);
    }
    if (typeof value !== 'string') return null;
    const text = field.type === 'person' ? nameOfPerson(value) : value;
    return text === null ? null : foldCase(text);
  };
}

/** What tasks are sorted by that name something: of each such id its key, as the functions below make them. */
export type NamedKeys = ReadonlyMap<string, string>;

/** What a day or a moment is sorted by, as an instant. */
export type DateKey = (value: string) => string;

/** Moments by themselves; a day after all moments on it. @param startOf the instant at which a day begins somewhere */
export function createDateKey(startOf: (day: string) => string): DateKey {
  // A cache: a task is compared many times, and lies on few days.
  const ends = new Map<string, string>();
  return (value) => {
    if (isMoment(value)) return value;
    let end = ends.get(value);
    if (end === undefined) {
      // The calendar ends with it.
      const isLast = value >= '9999-12-31';
      end = isLast
        ? `${value}T23:59:59.999Z`
        : new Date(Date.parse(startOf(addDays(value, 1))) - 1).toISOString();
      ends.set(value, end);
    }
    return end;
  };
}

const inGreenwich = createDateKey((day) => `${day}T00:00:00.000Z`);

/** People and labels letter by letter. */
export function nameKey({ name }: { name: string }): string {
  return foldCase(name);
}

/** Statuses, types and projects as they are put. */
export function placeKey({ position, id }: { position: string; id: string }): string {
  return `${position} ${id}`;
}

/** Cycles by the days on which they begin, those of one project together. */
export function cycleKey({ startsOn, projectId }: { startsOn: string; projectId: string }): string {
  return `${startsOn} ${projectId}`;
}

/** Milestones by their dates, then by their places in their projects; those without a date come after all others. */
export function milestoneKey({
  targetDate,
  position,
}: {
  targetDate: string | null;
  position: string;
}): string {
  return `${targetDate ?? '9999-12-31'} ${position}`;
}

/**
 * A comparator by several keys, the first one first. What has none of a key comes last, whichever way it is
 * sorted.
 * @param namedKeys of everything that tasks name, for the fields they are sorted by
 * @param ownKey of the custom fields
 * @param dateKey where the days are those of the reader
 */
export function compareTasksBy(
  sort: readonly SortKey[],
  namedKeys: NamedKeys = new Map(),
  ownKey: CustomFieldKey = () => null,
  dateKey: DateKey = inGreenwich,
): Compare {
  const keyOf = (field: SortField): ((task: SortedTask) => Key) => {
    if (isCustomFieldName(field)) {
      const fieldId = idOfCustomField(field);
      // Hot path: a task is compared many times.
      const known = new WeakMap<SortedTask, string | number | null>();
      return (task) => {
        let key = known.get(task);
        if (key === undefined) {
          key = ownKey(fieldId, task);
          known.set(task, key);
        }
        return key;
      };
    }
    if (field === 'due' || field === 'start') {
      const read = DATES[field];
      return (task) => {
        const when = read(task);
        return when === null ? null : dateKey(when);
      };
    }
    return isNamed(field) ? createNamedKey(NAMED[field], namedKeys) : KEYS[field];
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

function isNamed(field: FixedSortField): field is keyof typeof NAMED {
  return Object.hasOwn(NAMED, field);
}

/** Comes before everything that stands in a name, so that who has a task alone comes before those who share it. */
const BETWEEN = '\u0001';

function createNamedKey(
  read: (task: SortedTask) => string | null | readonly string[],
  keys: NamedKeys,
): (task: SortedTask) => string | null {
  // Hot path: a task is compared many times.
  const known = new WeakMap<readonly string[], string | null>();
  return (task) => {
    const named = read(task);
    if (named === null || typeof named === 'string') return keys.get(named ?? '') ?? null;
    if (named.length < 2) return keys.get(named[0] ?? '') ?? null;
    let key = known.get(named);
    if (key === undefined) {
      const all = named.flatMap((id) => keys.get(id) ?? []).sort();
      key = all.length === 0 ? null : all.join(BETWEEN);
      known.set(named, key);
    }
    return key;
  };
}

function compareBy(keyOf: (task: SortedTask) => Key, way: 1 | -1): Compare {
  return (a, b) => {
    const [one, other] = [keyOf(a), keyOf(b)];
    if (one === other) return 0;
    if (one === null) return 1;
    if (other === null) return -1;
    return one < other ? -way : way;
  };
}
