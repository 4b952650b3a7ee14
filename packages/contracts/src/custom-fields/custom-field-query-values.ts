import { nameValue } from './custom-field-values.ts';

/**
 * Name of a custom field in views: `own.` and the id without dashes, which are reserved in the filter syntax. The kind of a condition
 * follows from its value because filters are parsed without the field definition: `none`; `yes` and `no` for checkboxes; ids and `me`;
 * `has.words`; numbers such as `5`, `3..8`, `-2..`; days as for other fields.
 */
export type CustomFieldName = `own.${string}`;

const NAME = /^own\.([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;

export function isCustomFieldName(name: string): name is CustomFieldName {
  return NAME.test(name);
}

export function toCustomFieldName(fieldId: string): CustomFieldName {
  return `own.${fieldId.replaceAll('-', '')}`;
}

/** Returns the id of the field. @throws TypeError for an invalid name */
export function idOfCustomField(name: CustomFieldName): string {
  const parts = NAME.exec(name);
  if (parts === null) throw new TypeError(`${name} is not the name of a custom field`);
  return parts.slice(1).join('-');
}

/** Returns the name under which changes contain the field's value. */
export function valueNameOf(name: CustomFieldName): `custom.${string}` {
  return nameValue(idOfCustomField(name));
}

/** A parsed condition on a custom field. */
type CustomFieldCondition =
  | { kind: 'none' }
  | { kind: 'box'; isTicked: boolean }
  | { kind: 'id'; id: string }
  | { kind: 'me' }
  | { kind: 'words'; words: string }
  | { kind: 'number'; from: number | null; to: number | null }
  | { kind: 'day'; value: string };

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const NUMBER = String.raw`-?(?:0|[1-9]\d{0,11})(?:\.\d{1,6})?`;
const NUMBERS = new RegExp(`^(${NUMBER})?(\\.\\.)?(${NUMBER})?$`);
/** Prefix of a substring condition on text. */
export const WORDS_SIGN = 'has.';

/** Parses a condition. Days are validated separately. @returns null for an invalid value */
export function parseCustomFieldCondition(value: string): CustomFieldCondition | null {
  if (value === 'none') return { kind: 'none' };
  if (value === 'yes' || value === 'no') return { kind: 'box', isTicked: value === 'yes' };
  if (value === 'me') return { kind: 'me' };
  if (value.startsWith(WORDS_SIGN)) return { kind: 'words', words: value.slice(WORDS_SIGN.length) };
  if (ID.test(value)) return { kind: 'id', id: value };
  const [, first, dots, last] = NUMBERS.exec(value) ?? [];
  if (dots === undefined && first !== undefined && last === undefined)
    return { kind: 'number', from: Number(first), to: Number(first) };
  if (dots !== undefined && (first !== undefined || last !== undefined)) {
    const [from, to] = [first, last].map((end) => (end === undefined ? null : Number(end)));
    const isOrdered = from === null || to === null || (from ?? 0) < (to ?? 0);
    return isOrdered ? { kind: 'number', from: from ?? null, to: to ?? null } : null;
  }
  return { kind: 'day', value };
}
