import { isCustomFieldName, type CustomFieldName } from '#custom-fields/custom-field-query-values.ts';
import { SCALAR_FIELD_NAMES, type ScalarField } from '#model/scalar-field-values.ts';

/** Task columns of a table, in default order. Unlisted scalar fields come last. The title is always first. */
const LISTED_COLUMNS = [
  'title',
  'key',
  'status',
  'priority',
  'assignee',
  'reporter',
  'watcher',
  'label',
  'type',
  'start',
  'due',
  'repeat',
  'estimate',
  'project',
  'milestone',
  'cycle',
  'parent',
  'progress',
  'updated',
  'created',
  'creator',
  'closed',
] as const;
export type FixedColumnField = (typeof LISTED_COLUMNS)[number] | ScalarField;
export const COLUMN_FIELDS: readonly FixedColumnField[] = [
  ...new Set([...LISTED_COLUMNS, ...SCALAR_FIELD_NAMES]),
];
export type ColumnField = FixedColumnField | CustomFieldName;

/** A column of a table. `width` is in pixels if set by a user. */
export interface Column {
  field: ColumnField;
  width: number | null;
}

/** Maximum length of the text: far above the length of all columns. */
const MAX_TEXT = 4000;

export const COLUMN_WIDTHS = { least: 72, most: 900 } as const;

/** Formats columns as `title,status-120,due`: fields in order, with their widths if set. */
export function printColumns(columns: readonly Column[]): string {
  return columns.map(({ field, width }) => (width === null ? field : `${field}-${width}`)).join(',');
}

/** Parses columns. @returns null if the text has no columns, a duplicate, or an unknown field */
export function parseColumns(text: string): Column[] | null {
  if (text.length > MAX_TEXT) return null;
  const columns: Column[] = [];
  for (const part of text.split(',')) {
    const [name = '', wide, ...rest] = part.split('-');
    const field = isCustomFieldName(name) ? name : COLUMN_FIELDS.find((one) => one === name);
    const isWidth = wide === undefined || /^\d{1,4}$/.test(wide);
    if (field === undefined || rest.length > 0 || !isWidth) return null;
    if (columns.some((column) => column.field === field)) return null;
    columns.push({ field, width: wide === undefined ? null : clampWidth(Number(wide)) });
  }
  // Rows are identified by title, so the title column is always present and first.
  const title = columns.find(({ field }) => field === 'title') ?? { field: 'title', width: null };
  return [title, ...columns.filter((column) => column !== title)];
}

export function clampWidth(width: number): number {
  return Math.round(Math.min(Math.max(width, COLUMN_WIDTHS.least), COLUMN_WIDTHS.most));
}
