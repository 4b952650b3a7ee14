import { LIMITS } from '#core/limits.ts';
import { isSafeAddress } from '#rich-text/rich-text-values.ts';
import type { Color } from '#core/colors.ts';
import { isCalendarDay } from '#core/days.ts';

/** Types of custom fields. Kept out of the schema files: browser and server share the validation without the schema library. */
export const FIELD_TYPES = [
  'text',
  'number',
  'money',
  'percent',
  'date',
  'select',
  'multiSelect',
  'person',
  'checkbox',
  'url',
  'relation',
  'formula',
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** Types whose values are chosen from the field's options. */
export function hasOptions(type: FieldType): boolean {
  return type === 'select' || type === 'multiSelect';
}

export function isNumeric(type: FieldType): boolean {
  return type === 'number' || type === 'money' || type === 'percent';
}

export interface FieldOption {
  id: string;
  name: string;
  color: Color;
}

/** The field properties needed for validation. */
export interface FieldRule {
  type: FieldType;
  options: readonly Pick<FieldOption, 'id'>[];
}

/**
 * Value of a custom field. Text and URLs are strings, days are `2026-11-20`, users and options are ids, and 50 means 50 %. An unchecked
 * checkbox has no value. Multiple options and related tasks are sorted lists of ids. Related tasks are limited to those that the reader
 * may see.
 */
export type FieldValue = string | number | true | string[];

/** Values of a task by field id. Fields without a value are absent. */
export type FieldValues = Record<string, FieldValue>;

/** A validation error of a value. The web app localizes the message. */
export type FieldFault =
  | 'text'
  | 'tooLong'
  | 'line'
  | 'number'
  | 'day'
  | 'option'
  | 'options'
  | 'person'
  | 'checkbox'
  | 'url'
  | 'tasks'
  | 'computed';

export const FIELD_FAULT_MESSAGES: Readonly<Record<FieldFault, string>> = {
  text: 'must be text, and can’t be empty',
  tooLong: `must be ${LIMITS.fieldText} characters or fewer`,
  line: 'must be on one line',
  number: 'must be a number from -1000000000000 to 1000000000000',
  day: 'must be a date such as 2026-11-20',
  option: 'must be the id of one of its options',
  options: 'must be a list of ids of its options, at least one and no duplicates',
  person: 'must be the id of a member',
  checkbox: 'must be true or false',
  url: 'must be a link starting with http://, https:// or mailto:',
  computed: 'can’t be set: a formula computes it',
  tasks: `must be a list of up to ${LIMITS.tasksPerValue} ids of other tasks, without duplicates`,
};

const MAX_NUMBER = 1_000_000_000_000;

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
// oxlint-disable-next-line no-control-regex -- control characters are rejected intentionally
const PLAIN_LINE = /^[^\u0000-\u001f\u007f\ud800-\udfff]+$/u;
const ADDRESS = /^(https?:\/\/|mailto:)\S+$/i;

type ReadResult = { value: FieldValue | null } | { fault: FieldFault };

/** Normalizes a value. Null removes the value. Returns an error if the value is invalid for the type of the field. */
export function readFieldValue({ type, options }: FieldRule, given: unknown): ReadResult {
  if (given === null) return { value: null };
  switch (type) {
    case 'text':
      return readLine(given);
    case 'number':
    case 'money':
    case 'percent':
      return typeof given === 'number' && Math.abs(given) <= MAX_NUMBER
        ? // Normalizes -0.
          { value: given + 0 }
        : { fault: 'number' };
    case 'date':
      return typeof given === 'string' && isCalendarDay(given) ? { value: given } : { fault: 'day' };
    case 'select':
      return typeof given === 'string' && options.some(({ id }) => id === given)
        ? { value: given }
        : { fault: 'option' };
    case 'multiSelect': {
      if (!Array.isArray(given) || new Set(given).size !== given.length) return { fault: 'options' };
      const known = new Set<unknown>(options.map(({ id }) => id));
      if (!given.every((id) => known.has(id))) return { fault: 'options' };
      return { value: given.length === 0 ? null : given.map(String).toSorted() };
    }
    case 'person':
      return typeof given === 'string' && ID.test(given) ? { value: given } : { fault: 'person' };
    case 'checkbox':
      return typeof given === 'boolean' ? { value: given ? true : null } : { fault: 'checkbox' };
    case 'formula':
      return { fault: 'computed' };
    case 'relation': {
      if (!Array.isArray(given) || given.length > LIMITS.tasksPerValue) return { fault: 'tasks' };
      const isIds = given.every((id) => typeof id === 'string' && ID.test(id));
      if (!isIds || new Set(given).size !== given.length) return { fault: 'tasks' };
      return { value: given.length === 0 ? null : given.map(String).toSorted() };
    }
    default: {
      const line = readLine(given);
      if ('fault' in line || typeof line.value !== 'string') return line;
      const isAddress = ADDRESS.test(line.value) && isSafeAddress(line.value);
      return isAddress ? line : { fault: 'url' };
    }
  }
}

function readLine(given: unknown): ReadResult {
  if (typeof given !== 'string') return { fault: 'text' };
  const text = given.trim();
  if (text === '') return { fault: 'text' };
  if (text.length > LIMITS.fieldText) return { fault: 'tooLong' };
  return PLAIN_LINE.test(text) ? { value: text } : { fault: 'line' };
}

/** Applies a patch to the values of a task. Null removes a value. */
export function changeValues(
  values: FieldValues,
  changes: Readonly<Record<string, FieldValue | null>>,
): FieldValues {
  const entries = Object.entries({ ...values, ...changes }).filter(
    (entry): entry is [string, FieldValue] => entry[1] !== null,
  );
  // Sorted in the same order as in the database.
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Name prefix of field values in the history and the browser's replica. */
export const VALUE_PREFIX = 'custom.';

export function nameValue(fieldId: string): `custom.${string}` {
  return `custom.${fieldId}`;
}

/** Returns the field's id, or null if the name does not refer to a field value. */
export function fieldIdOf(name: string): string | null {
  return name.startsWith(VALUE_PREFIX) ? name.slice(VALUE_PREFIX.length) : null;
}
