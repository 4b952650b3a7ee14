import {
  isNumeric,
  readFieldValue,
  type FieldFault,
  type FieldValue,
} from '@hearth/contracts/custom-field-values';
import { formatCalendarDay, formatList, formatNumber } from '#ui/formats.ts';
import type { TeamField } from './fields.data.ts';

/** Digits as Hindi writes them, too. */
const DEVANAGARI_ZERO = 0x09_66;
/** What people write around a number: spaces, groups, a currency, a percent sign. */
const AROUND_NUMBER = /[\s,%\p{Sc}]/gu;
const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)$/;
/** An address without its beginning, as people type it. */
const BARE_ADDRESS = /^[\w-]+(?:\.[\w-]+)+(?:[/?#]\S*)?$/;

/** What was typed into a field of text, of numbers or of addresses; nothing takes the value away. */
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

/** @returns null for what is no number */
export function readNumber(text: string): number | null {
  const digits = text
    .replaceAll(/[\u0966-\u096f]/g, (digit) => String(digit.charCodeAt(0) - DEVANAGARI_ZERO))
    .replaceAll('\u2212', '-')
    .replaceAll(AROUND_NUMBER, '');
  return NUMBER.test(digits) ? Number(digits) : null;
}

/** How a value is typed, to be changed. */
export function writeTyped(value: FieldValue | undefined): string {
  return value === undefined ? '' : String(value);
}

/** What a value names that only the caller knows. */
interface ValueNames {
  person: (id: string) => string;
  goneOption: string;
  yes: string;
}

/** A value in words, as tables and the history show it. */
export function formatValue(field: TeamField, value: FieldValue, names: ValueNames): string {
  const optionName = (id: string) => field.options.find((one) => one.id === id)?.name ?? names.goneOption;
  switch (field.type) {
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
    case 'checkbox':
      return names.yes;
    default:
      return String(value);
  }
}

/** Chosen options in the order of the field; those that are gone come last. */
export function inOrder({ options }: Pick<TeamField, 'options'>, ids: readonly string[]): string[] {
  const known = options.map(({ id }) => id).filter((id) => ids.includes(id));
  return [...known, ...ids.filter((id) => !known.includes(id))];
}
