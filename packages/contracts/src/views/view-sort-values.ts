import type { Formulas } from '#custom-fields/formula-compute-values.ts';
import { isReferenceField, REFERENCE_FIELDS, type ReferenceField } from '#model/reference-field-values.ts';
import { createScalarKey, mapScalars, type ScalarField } from '#model/scalar-field-values.ts';
import { isMoment } from '#core/moment-values.ts';
import { foldCase } from '#core/fold.ts';
import { addDays } from '#core/days.ts';
import { idOfCustomField, isCustomFieldName } from '#custom-fields/custom-field-query-values.ts';
import type { FixedSortField, SortField, SortKey } from './view-values.ts';
import type { FilteredTask } from './view-filter-values.ts';

/** The task properties used for sorting. */
interface SortedTask extends FilteredTask {
  position: string;
  number: number;
}

type Key = string | number | null;
type Compare = (a: SortedTask, b: SortedTask) => number;

const DATES = {
  due: ({ dueDate }: SortedTask) => dueDate,
  start: ({ startDate }: SortedTask) => startDate,
} as const;

/** Ascending sort keys: by field, most urgent, soonest, smallest or oldest first. */
const KEYS: Record<
  Exclude<FixedSortField, ReferenceField | keyof typeof DATES>,
  (task: SortedTask) => Key
> = {
  manual: ({ position }) => position,
  ...mapScalars<Record<ScalarField, (task: SortedTask) => Key>>(createScalarKey),
  title: ({ title }) => foldCase(title),
  created: ({ createdAt }) => createdAt,
  updated: ({ updatedAt }) => updatedAt,
  closed: ({ closedAt }) => closedAt,
  // Tasks that have no number from the server yet are the newest.
  key: ({ number }) => (number === 0 ? Number.MAX_SAFE_INTEGER : number),
};

/** Sort key of a custom field. Null sorts last. */
export type CustomFieldKey = (fieldId: string, task: SortedTask) => string | number | null;

/** The field properties needed for sorting. */
export interface SortedField {
  id: string;
  type: string;
  options: readonly { id: string }[];
}

/**
 * Creates the sort key of custom fields: numbers and days by value, options in their order, text alphabetically, users by name, and related
 * tasks by their lowest number.
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
      const indexes = [value].flat().flatMap((id) => field.places.get(id) ?? []);
      return indexes.length === 0 ? null : Math.min(...indexes);
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

/** Sort keys, by id, of entities referenced by tasks. Created by the key functions below. */
export type NamedKeys = ReadonlyMap<string, string>;

/** Sort key of a day or a timestamp, as a timestamp. */
export type DateKey = (value: string) => string;

/**
 * Creates sort keys of dates: timestamps sort by time, and a day sorts after all timestamps on that day.
 * @param startOf returns the timestamp at which a day begins
 */
export function createDateKey(startOf: (day: string) => string): DateKey {
  // Cached because tasks are compared many times and share few days.
  const ends = new Map<string, string>();
  return (value) => {
    if (isMoment(value)) return value;
    let end = ends.get(value);
    if (end === undefined) {
      // The last supported day.
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

/** Users and labels sort alphabetically. */
export function nameKey({ name }: { name: string }): string {
  return foldCase(name);
}

/** Statuses, types and projects sort by position. */
export function placeKey({ position, id }: { position: string; id: string }): string {
  return `${position} ${id}`;
}

/** Cycles sort by start day, then by project. */
export function cycleKey({ startsOn, projectId }: { startsOn: string; projectId: string }): string {
  return `${startsOn} ${projectId}`;
}

/** Milestones sort by date, then by position in their project. Milestones without a date sort last. */
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
 * Creates a comparator with several sort keys in order of priority. Tasks without a key sort last in both directions.
 * @param namedKeys sort keys of referenced entities, for the fields used
 * @param ownKey sort keys of custom fields
 * @param dateKey sort keys of dates in the reader's time zone
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
      // Hot path, memoized: tasks are compared many times.
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
    return isReferenceField(field) ? createNamedKey(field, namedKeys) : KEYS[field];
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

/** Separates names. Sorts before every character of names, to sort tasks with a single assignee before shared tasks. */
const BETWEEN = '\u0001';

function createNamedKey(field: ReferenceField, keys: NamedKeys): (task: SortedTask) => string | null {
  const { key: property } = REFERENCE_FIELDS[field];
  // Hot path, memoized: tasks are compared many times.
  const known = new WeakMap<readonly string[], string | null>();
  return (task) => {
    const named = task[property];
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

function compareBy(keyOf: (task: SortedTask) => Key, direction: 1 | -1): Compare {
  return (a, b) => {
    const [one, other] = [keyOf(a), keyOf(b)];
    if (one === other) return 0;
    if (one === null) return 1;
    if (other === null) return -1;
    return one < other ? -direction : direction;
  };
}
