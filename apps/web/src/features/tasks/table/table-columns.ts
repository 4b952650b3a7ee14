import {
  idOfCustomField,
  isCustomFieldName,
  toCustomFieldName,
  valueNameOf,
} from '@hearth/contracts/custom-fields/custom-field-query-values';
import { mapScalars, type ScalarField } from '@hearth/contracts/model/scalar-field-values';
import type { Column, ColumnField, FixedColumnField } from '@hearth/contracts/views/view-columns-values';
import type { SortField } from '@hearth/contracts/views/view-values';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useTeamStore, type TeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { fieldsInOrder } from '#features/tasks/custom-fields/fields.data.ts';
import { SCALAR_LOOKS } from '#features/tasks/model/scalar-looks.tsx';
import type { TaskFields } from '#features/tasks/model/tasks.data.ts';

interface ColumnLook {
  title: MessageDescriptor;
  /** Default width in pixels. */
  width: number;
  /** Minimum width in pixels in a narrow window. If omitted, the width shrinks proportionally. */
  least?: number;
  sort?: SortField;
  /** The field that is set by editing the cell. Undefined if the cell is read-only. See `fieldSetBy` for the table. */
  sets?: keyof TaskFields;
}

/** Width of a date with year, icon and padding, in pixels. */
const DATE_PX = 104;

const COLUMN_LOOKS: Record<FixedColumnField, ColumnLook> = {
  title: { title: msg`Title`, width: 340, sort: 'title', sets: 'title' },
  key: { title: msg`Key`, width: 116, sort: 'key' },
  status: { title: msg`Status`, width: 138, sort: 'status', sets: 'statusId' },
  ...mapScalars<Record<ScalarField, ColumnLook>>((field) => {
    const { title, width } = SCALAR_LOOKS[field];
    return { title, width, sort: field, sets: field };
  }),
  assignee: { title: msg`Assignees`, width: 150, sort: 'assignee', sets: 'assigneeIds' },
  reporter: { title: msg`Requested by`, width: 150, sort: 'reporter', sets: 'reporterId' },
  watcher: { title: msg`Watchers`, width: 130, sort: 'watcher', sets: 'watcherIds' },
  label: { title: msg`Labels`, width: 170, sort: 'label', sets: 'labelIds' },
  type: { title: msg`Type`, width: 120, sort: 'type', sets: 'typeId' },
  start: { title: msg`Start date`, width: 118, least: DATE_PX, sort: 'start', sets: 'startDate' },
  due: { title: msg`Due date`, width: 118, least: DATE_PX, sort: 'due', sets: 'dueDate' },
  repeat: { title: msg`Repeats`, width: 190, sets: 'repeat' },
  project: { title: msg`Project`, width: 150, sort: 'project', sets: 'projectId' },
  milestone: { title: msg`Milestone`, width: 140, sort: 'milestone', sets: 'milestoneId' },
  cycle: { title: msg`Cycle`, width: 120, sort: 'cycle', sets: 'cycleId' },
  parent: { title: msg`Parent`, width: 160, sets: 'parentId' },
  progress: { title: msg`Sub-tasks`, width: 104 },
  updated: { title: msg`Updated`, width: 132, least: DATE_PX, sort: 'updated' },
  created: { title: msg`Created`, width: 118, least: DATE_PX, sort: 'created' },
  creator: { title: msg`Created by`, width: 150, sort: 'creator' },
  closed: { title: msg`Closed`, width: 118, least: DATE_PX, sort: 'closed' },
};

/** Returns the width, sort field and settable field of a column. */
export function lookOf(field: ColumnField): Omit<ColumnLook, 'title'> {
  return isCustomFieldName(field)
    ? { width: OWN_WIDTH, sort: field, sets: valueNameOf(field) }
    : COLUMN_LOOKS[field];
}

/** Returns the field that is set by editing a cell of this column. Undefined if its cells are read-only, such as results of formulas. */
export function fieldSetBy(store: TeamStore, field: ColumnField): keyof TaskFields | undefined {
  const own = isCustomFieldName(field) ? store.row('field', idOfCustomField(field)) : undefined;
  return own?.type === 'formula' ? undefined : lookOf(field).sets;
}

/** Returns a function for the titles of columns. */
export function useColumnTitles(): (field: ColumnField) => string {
  const { t } = useLingui();
  const own = useRows(fieldsInOrder(useTeamStore()));
  return (field) =>
    isCustomFieldName(field)
      ? (own.find(({ id }) => toCustomFieldName(id) === field)?.name ?? t`Deleted field`)
      : t(COLUMN_LOOKS[field].title);
}

/** Default width of a custom field in pixels. */
const OWN_WIDTH = 150;

export function widthOf({ field, width }: Column): number {
  return width ?? lookOf(field).width;
}

/** Maximum width in vw per pixel of column width. For example, 116 px become 84 px in a window that is 390 px wide. */
const VW_PER_PX = 0.185;
const TITLE_VW = 40;

/**
 * Returns a responsive width. In a narrow window, columns shrink, and the sticky title leaves space for the columns that scroll next to it.
 */
function trackOf(column: Column): string {
  const width = widthOf(column);
  const most = column.field === 'title' ? TITLE_VW : width * VW_PER_PX;
  const least = Math.min(width, lookOf(column.field).least ?? 0);
  return `clamp(${least}px, ${most.toFixed(1)}vw, ${width}px)`;
}

/** Returns the columns as grid tracks. The remaining width stays empty. */
export function tracksOf(columns: readonly Column[]): string {
  return columns.map(trackOf).join(' ');
}

/** Returns the total width of the columns. */
export function sumOf(columns: readonly Column[]): string {
  return `calc(${columns.map(trackOf).join(' + ')})`;
}

/** Moves a column to another position. */
export function moveColumn(columns: readonly Column[], from: number, to: number): readonly Column[] {
  const moved = columns[from];
  // The title is always the first column.
  if (moved === undefined || from === 0 || to < 1 || to >= columns.length || from === to) return columns;
  return columns.toSpliced(from, 1).toSpliced(to, 0, moved);
}
