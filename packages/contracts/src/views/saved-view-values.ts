import { isCustomFieldName } from '#custom-fields/custom-field-query-values.ts';
import { parseColumns } from './view-columns-values.ts';
import { parseFilter, parseSort } from './view-text-values.ts';
import { GROUP_FIELDS, LAYOUTS, SCALES, VIEW_KEYS, type ViewKey } from './view-values.ts';

/** Maximum length of a view's text: far above the length of a filter and all columns. */
export const MAX_VIEW_TEXT = 10_000;

const isGroupField = (value: string) => isCustomFieldName(value) || isAmong(GROUP_FIELDS)(value);
const isAmong = (list: readonly string[]) => (value: string) => list.includes(value);
const CHECKS: Record<ViewKey, (value: string) => boolean> = {
  view: isAmong(LAYOUTS),
  filter: (value) => parseFilter(value).problem === null,
  group: isGroupField,
  rows: isGroupField,
  sort: (value) => parseSort(value) !== null,
  empty: isAmong(['show', 'hide']),
  columns: (value) => parseColumns(value) !== null,
  scale: isAmong(SCALES),
  path: isAmong(['show']),
  covers: isAmong(['hide']),
};

/** Name of the first invalid or repeated parameter of a view's text, or the text if that name is empty. Null if the text is valid. */
export function findViewFault(text: string): string | null {
  const seen = new Set<string>();
  for (const [key, value] of new URLSearchParams(text)) {
    const check = VIEW_KEYS.find((one) => one === key);
    if (check === undefined || seen.has(key) || !CHECKS[check](value)) return key === '' ? text : key;
    seen.add(key);
  }
  return null;
}
