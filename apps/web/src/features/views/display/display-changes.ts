import { isCustomFieldName } from '@hearth/contracts/custom-fields/custom-field-query-values';
import { COLUMN_FIELDS, type Column, type ColumnField } from '@hearth/contracts/views/view-columns-values';
import {
  LAYOUTS,
  type GroupField,
  type Layout,
  type SortField,
  type TaskView,
} from '@hearth/contracts/views/view-values';
import { defaultView, readView, writeView } from '#features/views/address/view-address.ts';
import type { ViewScreen } from '#features/views/address/view-search.ts';

/** The submenus of the display menu, in the order of the menu. */
export const DISPLAY_STEPS = ['group', 'rows', 'columns', 'sort', 'next'] as const;
export type DisplayStep = (typeof DISPLAY_STEPS)[number];

export function isDisplayStep(value: string): value is DisplayStep {
  return (DISPLAY_STEPS as readonly string[]).includes(value);
}

/** Applies a choice in a submenu. @param value must be an option of the submenu */
export function applyChoice(view: TaskView, step: DisplayStep, value: string): TaskView {
  switch (step) {
    case 'group':
      return {
        ...view,
        group: value as GroupField,
        subGroup: view.subGroup === value ? 'none' : view.subGroup,
      };
    case 'rows':
      return { ...view, subGroup: value as GroupField };
    case 'sort':
      return { ...view, sort: [{ field: value as SortField, isDescending: false }] };
    case 'next': {
      const isChosen = view.sort[1]?.field === value;
      const next = isChosen ? [] : [{ field: value as SortField, isDescending: false }];
      return { ...view, sort: [...view.sort.slice(0, 1), ...next] };
    }
    case 'columns':
      return { ...view, columns: toggleColumn(view.columns, value as ColumnField) };
  }
}

/** Applies an entry of the menu itself: a layout, `reverse`, `empty`, `covers` or `reset`. */
export function applyEntry(view: TaskView, value: string, screen: ViewScreen['kind']): TaskView {
  if (isLayout(value)) {
    // Keep only explicit settings, because defaults differ between layouts.
    const { empty: _empty, view: _layout, ...others } = writeView(view, screen);
    return readView({ ...others, view: value }, screen).view;
  }
  switch (value) {
    case 'reverse':
      return {
        ...view,
        sort: view.sort.map((key, at) => (at === 0 ? { ...key, isDescending: !key.isDescending } : key)),
      };
    case 'empty':
      return { ...view, isEmptyHidden: !view.isEmptyHidden };
    case 'covers':
      return { ...view, areCoversShown: !view.areCoversShown };
    default: {
      const { filter, scale, isPathShown } = view;
      return { ...defaultView(screen, view.layout), filter, scale, isPathShown };
    }
  }
}

function isLayout(value: string): value is Layout {
  return (LAYOUTS as readonly string[]).includes(value);
}

/** Removes a column, or inserts it at its default position, after the nearest preceding column. */
function toggleColumn(columns: readonly Column[], field: ColumnField): readonly Column[] {
  const left = columns.filter((column) => column.field !== field);
  if (left.length < columns.length) return left;
  // Custom fields are appended.
  if (isCustomFieldName(field)) return [...left, { field, width: null }];
  const before = new Set<ColumnField>(COLUMN_FIELDS.slice(0, COLUMN_FIELDS.indexOf(field)));
  const index = columns.findLastIndex((column) => before.has(column.field)) + 1;
  return columns.toSpliced(index, 0, { field, width: null });
}
