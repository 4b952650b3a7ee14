import { toCustomFieldName } from '@hearth/contracts/custom-fields/custom-field-query-values';
import { COLUMN_FIELDS, type ColumnField } from '@hearth/contracts/views/view-columns-values';
import {
  SORT_FIELDS,
  type GroupField,
  type SortField,
  type TaskView,
} from '@hearth/contracts/views/view-values';
import { useLingui } from '@lingui/react/macro';
import { useColumnTitles } from '#features/tasks/index.ts';
import type { PickerOption } from '#ui/overlays/picker.tsx';
import { useFormats } from '#ui/format/formats.ts';
import { groupedFields, useViewLabels } from '#features/views/filters/use-view-labels.ts';
import { groupFieldsOf } from '#features/views/address/view-address.ts';
import type { ViewScreen } from '#features/views/address/view-search.ts';
import type { DisplayStep } from './display-changes.ts';

interface DisplayList {
  label: string;
  /** The current value, shown beside the label in the menu. */
  shown: string;
  options: PickerOption[];
  selected: readonly string[];
}

/** The submenus of the display menu. */
export function useDisplayLists(
  view: TaskView,
  screen: ViewScreen['kind'],
): Record<DisplayStep, DisplayList> {
  const { t } = useLingui();
  const formats = useFormats();
  const labels = useViewLabels();
  const titleOf = useColumnTitles();
  const isBoard = view.layout === 'board';
  // On a project screen, all tasks have the same project.
  const isUseful = (field: string) => field !== 'project' || screen !== 'project';
  const own = labels.own.map(({ id }) => toCustomFieldName(id));
  const groups: readonly GroupField[] = [
    ...groupFieldsOf(screen),
    ...groupedFields(labels.own).map(({ id }) => toCustomFieldName(id)),
  ];
  const sorts: readonly SortField[] = [...SORT_FIELDS.filter(isUseful), ...own];
  // Rows always show the title.
  const columns: readonly ColumnField[] = [
    ...COLUMN_FIELDS.filter((field) => field !== 'title' && isUseful(field)),
    ...own,
  ];
  const [first, second] = view.sort;
  const nameGroups = (fields: readonly GroupField[]) =>
    fields.map((value) => ({ value, label: labels.group(value) }));
  const nameSorts = (fields: readonly SortField[]) =>
    fields.map((value) => ({ value, label: labels.sort(value) }));

  return {
    group: {
      label: isBoard ? t`Columns` : t`Group by`,
      shown: labels.group(view.group),
      // A board must have columns, so it is always grouped.
      options: nameGroups(groups.filter((field) => !isBoard || field !== 'none')),
      selected: [view.group],
    },
    rows: {
      label: isBoard ? t`Swimlanes` : t`Sub-group by`,
      shown: labels.group(view.subGroup),
      options: nameGroups(groups.filter((field) => field === 'none' || field !== view.group)),
      selected: [view.subGroup],
    },
    columns: {
      label: t`Columns`,
      shown: formats.number(view.columns.length),
      options: columns.map((value) => ({ value, label: titleOf(value) })),
      selected: view.columns.map(({ field }) => field),
    },
    sort: {
      label: t`Sort by`,
      shown: first === undefined ? '' : labels.sort(first.field),
      options: nameSorts(sorts),
      selected: first === undefined ? [] : [first.field],
    },
    next: {
      label: t`Then by`,
      shown: second === undefined ? t`None` : labels.sort(second.field),
      options: nameSorts(sorts.filter((field) => field !== first?.field && field !== 'manual')),
      selected: second === undefined ? [] : [second.field],
    },
  };
}
