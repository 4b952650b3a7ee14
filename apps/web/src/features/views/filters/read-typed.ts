import { readFormatTag } from '#ui/format/reader.ts';
import { isNumeric, type FieldType } from '@hearth/contracts/custom-fields/custom-field-values';
import {
  isCustomFieldName,
  WORDS_SIGN,
  type CustomFieldName,
} from '@hearth/contracts/custom-fields/custom-field-query-values';
import { isChoiceField, isScalarField } from '@hearth/contracts/model/scalar-field-values';
import { readDays } from '@hearth/contracts/quick-parser/read-days';
import { isFilterValue } from '@hearth/contracts/views/view-check-values';
import type { FilterField } from '@hearth/contracts/views/view-values';
import { isDayField } from './filter-labels.ts';

/** Parses text typed into the value list of a field as a value that is not in the list. Returns null if it is not a valid value. */
export function readTyped(field: FilterField, typed: string, today: string, type?: FieldType): string | null {
  const text = typed.trim();
  if (isCustomFieldName(field)) return readTypedCustomFieldValue(field, text, today, type);
  if (field === 'title') return isFilterValue(field, text) ? text : null;
  const compact = text
    .toLowerCase()
    .replaceAll(/\s+/g, '')
    .replaceAll(/–|—|to/g, '..');
  const isDay = isDayField(field);
  const isNumber = isScalarField(field) && !isChoiceField(field);
  if (!isDay && !isNumber) return null;
  const candidates = isDay ? [compact, `next${compact}`] : [compact, compact.replaceAll('-', '..')];
  return (
    candidates.find((value) => isFilterValue(field, value)) ??
    (isDay ? readDays(text, today, readFormatTag()) : null)
  );
}

function readTypedCustomFieldValue(
  field: CustomFieldName,
  text: string,
  today: string,
  type: FieldType | undefined,
): string | null {
  if (type === 'text' || type === 'url') {
    const value = `${WORDS_SIGN}${text}`;
    return isFilterValue(field, value) ? value : null;
  }
  const compact = text
    .toLowerCase()
    .replaceAll(/[\s,%\p{Sc}]+/gu, '')
    .replaceAll(/–|—|to/g, '..');
  if (type === 'date')
    return (
      [compact, `next${compact}`].find((value) => isDays(value) && isFilterValue(field, value)) ??
      readDays(text, today, readFormatTag())
    );
  const isNumbers = type !== undefined && isNumeric(type) && /^[-\d.]+$/.test(compact);
  return isNumbers && isFilterValue(field, compact) ? compact : null;
}

function isDays(value: string): boolean {
  return /^(?:today|next|last|(?:\.\.)?\d{4}-)/.test(value);
}
