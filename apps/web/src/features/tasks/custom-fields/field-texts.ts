import {
  isNumeric,
  readFieldValue,
  type FieldFault,
  type FieldValue,
} from '@hearth/contracts/custom-fields/custom-field-values';
import { shownType } from '@hearth/contracts/custom-fields/formula-values';
import { formatCalendarDay, formatList, formatNumber } from '#ui/format/formats.ts';
import type { TeamField } from './fields.data.ts';

/**
 * Devanagari and Arabic digits. The low four bits of their code points are the value plus 6 (Devanagari) or the value
 * (Arabic).
 */
const OTHER_DIGITS = /[\u0966-\u096f\u0660-\u0669]/g;
/** Characters to ignore in a number: spaces, Arabic group separators, currency signs and percent signs. */
const AROUND_NUMBER = /[\s\u066c%\p{Sc}]/gu;
/** Matches numbers with commas as group separators, as in English (`1,234,567`) or Indian English (`12,34,567`). */
const COMMA_GROUPS = /^[-+]?\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d*)?$/;
/**
 * Matches numbers with dots as group separators, as in Spanish. In other numbers, such as `12.5`, the dot is a
 * decimal point.
 */
const DOTTED_GROUPS = /^[-+]?[1-9]\d{0,2}(?:\.\d{3})+$/;
const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)$/;
/** A URL typed without a scheme. */
const BARE_ADDRESS = /^[\w-]+(?:\.[\w-]+)+(?:[/?#]\S*)?$/;

/** Parses the input of a text, number or URL field. Empty input clears the value. */
export function readTyped(
  field: Pick<TeamField, 'type' | 'options'>,
  text: string,
): { value: FieldValue | null } | { fault: FieldFault } {
  const typed = text.trim().replaceAll(/\s+/g, ' ');
  if (typed === '') return { value: null };
  if (isNumeric(field.type)) {
    const number = readNumber(typed);
    return number === null ? { fault: 'number' } : readFieldValue(field, number);
  }
  if (field.type === 'url') {
    const isMail = /^[^\s@:/]+@[^\s@]+\.[^\s@]+$/.test(typed);
    const begun = isMail ? `mailto:${typed}` : BARE_ADDRESS.test(typed) ? `https://${typed}` : typed;
    return readFieldValue(field, begun);
  }
  return readFieldValue(field, typed);
}

/**
 * Parses a number in the reader's locale or in English notation.
 * @returns null if it is not a number
 */
export function readNumber(text: string): number | null {
  const plain = text
    .replaceAll(OTHER_DIGITS, (digit) => String((digit.charCodeAt(0) & 0x0f) - (digit >= '\u0966' ? 6 : 0)))
    .replaceAll('\u2212', '-')
    .replaceAll('\u066b', '.')
    .replaceAll(AROUND_NUMBER, '');
  const [comma, point] = [plain.lastIndexOf(','), plain.lastIndexOf('.')];
  // Of two separators, the last is the decimal separator in any notation.
  const isPointGrouping = comma === -1 || point === -1 ? isCommaDecimal() : comma > point;
  const digits = isPointGrouping ? pointDecimals(plain) : dropCommas(plain);
  return NUMBER.test(digits) ? Number(digits) : null;
}

/** Converts `1,234.5` to `1234.5`. A single comma that separates no groups is a decimal comma. */
function dropCommas(bare: string): string {
  if (COMMA_GROUPS.test(bare)) return bare.replaceAll(',', '');
  return bare.includes('.') ? bare : bare.replace(',', '.');
}

/** Converts `1.234,5` to `1234.5`. Treats several commas as group separators, as in English. */
function pointDecimals(bare: string): string {
  if (bare.split(',').length === 2) return bare.replaceAll('.', '').replace(',', '.');
  if (bare.includes(',')) return dropCommas(bare);
  return DOTTED_GROUPS.test(bare) && formatNumber(1_000_000).includes('.') ? bare.replaceAll('.', '') : bare;
}

function isCommaDecimal(): boolean {
  return formatNumber(0.5).includes(',');
}

/** Formats a value for editing. */
export function writeTyped(value: FieldValue | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'number' && isCommaDecimal() ? String(value).replace('.', ',') : String(value);
}

/** Resolves the names of referenced entities. */
interface ValueNames {
  person: (id: string) => string;
  task: (id: string) => string;
  removedOption: string;
  yes: string;
}

/** Formats a value for tables and the history. */
export function formatValue(field: TeamField, value: FieldValue, names: ValueNames): string {
  const optionName = (id: string) => field.options.find((one) => one.id === id)?.name ?? names.removedOption;
  switch (shownType(field)) {
    case 'number':
      return formatNumber(Number(value), { maximumFractionDigits: 10 });
    case 'money':
      return formatNumber(Number(value), {
        style: 'currency',
        currency: field.currency ?? 'INR',
        ...(Number.isInteger(value) ? { maximumFractionDigits: 0 } : {}),
      });
    case 'percent':
      return formatNumber(Number(value) / 100, { style: 'percent', maximumFractionDigits: 2 });
    case 'date':
      return formatCalendarDay(String(value));
    case 'select':
      return optionName(String(value));
    case 'multiSelect':
      return Array.isArray(value) ? formatList(inOrder(field, value).map(optionName)) : '';
    case 'person':
      return names.person(String(value));
    case 'relation':
      return Array.isArray(value) ? formatList(value.map(names.task)) : '';
    case 'checkbox':
      return names.yes;
    default:
      return String(value);
  }
}

/** Sorts selected options in the order of the field. Deleted options come last. */
export function inOrder({ options }: Pick<TeamField, 'options'>, ids: readonly string[]): string[] {
  const known = options.map(({ id }) => id).filter((id) => ids.includes(id));
  return [...known, ...ids.filter((id) => !known.includes(id))];
}
