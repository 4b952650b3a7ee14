import {
  isCustomFieldName,
  toCustomFieldName,
} from '@hearth/contracts/custom-fields/custom-field-query-values';
import { COLUMN_FIELDS, type Column, type ColumnField } from '@hearth/contracts/views/view-columns-values';
import {
  LAYOUTS,
  SORT_FIELDS,
  type GroupField,
  type Layout,
  type SortField,
  type TaskView,
} from '@hearth/contracts/views/view-values';
import { useLingui } from '@lingui/react/macro';
import {
  IconArrowsSort,
  IconArrowsUpDown,
  IconCalendarMonth,
  IconTimeline,
  IconUsersGroup,
  IconColumns3,
  IconEyeOff,
  IconLayoutKanban,
  IconLayoutRows,
  IconList,
  IconPhoto,
  IconRestore,
  IconTable,
} from '@tabler/icons-react';
import { useState, type ReactNode, type Ref } from 'react';
import { useColumnTitles } from '#features/tasks/index.ts';
import { Picker, type PickerOption } from '#ui/overlays/picker.tsx';
import { useFormats } from '#ui/format/formats.ts';
import { groupedFields, useViewLabels } from '#features/views/filters/use-view-labels.ts';
import { useViewChange } from '#features/views/address/use-view-change.ts';
import { defaultView, groupFieldsOf, readView, writeView } from '#features/views/address/view-address.ts';
import { isPlainDisplay, type ViewScreen, type ViewSearch } from '#features/views/address/view-search.ts';

interface DisplayMenuProps {
  search: ViewSearch;
  screen: ViewScreen;
  buttonRef?: Ref<HTMLButtonElement>;
  startsOpen?: boolean;
  children: ReactNode;
}

type Step = 'group' | 'rows' | 'sort' | 'next' | 'columns';

/** Menu for the layout, grouping, sorting and other display settings. Settings with several values have a submenu. */
export function DisplayMenu({ search, screen, children, ...rest }: DisplayMenuProps) {
  const { t } = useLingui();
  const [step, setStep] = useState<Step | null>(null);
  const change = useViewChange(screen);
  const { view } = readView(search, screen.kind);
  const formats = useFormats();
  const set = (fields: Partial<TaskView>) => change((now) => ({ ...now, ...fields }));
  const isBoard = view.layout === 'board';
  // A calendar is always grouped by day, and a workload by member.
  const hasGroups = view.layout !== 'calendar' && view.layout !== 'workload';
  const [first, second] = view.sort;
  const viewLabels = useViewLabels();
  const titleOf = useColumnTitles();
  const own = viewLabels.own.map(({ id }) => toCustomFieldName(id));
  const groups: readonly GroupField[] = [
    ...groupFieldsOf(screen.kind),
    ...groupedFields(viewLabels.own).map(({ id }) => toCustomFieldName(id)),
  ];
  const sorts: readonly SortField[] = [
    ...SORT_FIELDS.filter((field) => field !== 'project' || screen.kind !== 'project'),
    ...own,
  ];
  const columnFields: readonly ColumnField[] = [...COLUMN_FIELDS, ...own];
  const icon = (Shown: typeof IconList) => <Shown size={16} stroke={1.6} aria-hidden="true" />;
  const rowsLabel = isBoard ? t`Swimlanes` : t`Sub-group by`;
  const groupLabel = isBoard ? t`Columns` : t`Group by`;
  const labels: Record<Step, string> = {
    group: groupLabel,
    rows: rowsLabel,
    sort: t`Sort by`,
    next: t`Then by`,
    columns: t`Columns`,
  };

  const lists: Record<Step, { options: PickerOption[]; selected: string | readonly string[] }> = {
    group: {
      options: groups
        // A board must have columns, so it is always grouped.
        .filter((field) => !isBoard || field !== 'none')
        .map((value) => ({ value, label: viewLabels.group(value) })),
      selected: view.group,
    },
    rows: {
      options: groups
        .filter((field) => field === 'none' || field !== view.group)
        .map((value) => ({ value, label: viewLabels.group(value) })),
      selected: view.subGroup,
    },
    sort: {
      options: sorts.map((value) => ({ value, label: viewLabels.sort(value) })),
      selected: first?.field ?? '',
    },
    next: {
      options: sorts
        .filter((field) => field !== first?.field && field !== 'manual')
        .map((value) => ({
          value,
          label: viewLabels.sort(value),
        })),
      selected: second?.field ?? '',
    },
    columns: {
      options: columnFields
        .filter(
          // Rows always show the title. On a project screen, all tasks have the same project.
          (field) => field !== 'title' && (field !== 'project' || screen.kind !== 'project'),
        )
        .map((value) => ({ value, label: titleOf(value) })),
      selected: view.columns.map(({ field }) => field),
    },
  };
  const more = (to: Step, aside: string, Shown: typeof IconList): PickerOption => ({
    value: to,
    label: labels[to],
    icon: icon(Shown),
    aside,
    hasMore: true,
  });
  const isOrdered = first !== undefined && first.field !== 'manual';
  const layouts: Record<Layout, { label: string; icon: typeof IconList }> = {
    list: { label: t`List`, icon: IconList },
    board: { label: t`Board`, icon: IconLayoutKanban },
    table: { label: t`Table`, icon: IconTable },
    calendar: { label: t`Calendar`, icon: IconCalendarMonth },
    timeline: { label: t`Timeline`, icon: IconTimeline },
    workload: { label: t`Workload`, icon: IconUsersGroup },
  };
  const all: PickerOption[] = [
    ...LAYOUTS.filter((layout) => layout !== view.layout).map((value) => ({
      value,
      label: layouts[value].label,
      icon: icon(layouts[value].icon),
    })),
    ...(hasGroups
      ? [
          more('group', viewLabels.group(view.group), IconColumns3),
          more('rows', viewLabels.group(view.subGroup), IconLayoutRows),
        ]
      : []),
    ...(view.layout === 'table' ? [more('columns', formats.number(view.columns.length), IconTable)] : []),
    more('sort', first === undefined ? '' : viewLabels.sort(first.field), IconArrowsSort),
    ...(isOrdered
      ? [
          more('next', second === undefined ? t`None` : viewLabels.sort(second.field), IconArrowsSort),
          { value: 'reverse', label: t`Reverse order`, icon: icon(IconArrowsUpDown) },
        ]
      : []),
    ...(view.layout !== 'calendar'
      ? [
          {
            value: 'empty',
            label: isBoard
              ? t`Hide empty columns`
              : hasGroups
                ? t`Hide empty groups`
                : t`Hide people without tasks`,
            icon: icon(IconEyeOff),
          },
        ]
      : []),
    ...(isBoard ? [{ value: 'covers', label: t`Show covers`, icon: icon(IconPhoto) }] : []),
    ...(isPlainDisplay(search) ? [] : [{ value: 'reset', label: t`Reset`, icon: icon(IconRestore) }]),
  ];

  function pick(value: string): void {
    switch (step) {
      case 'group':
        set({ group: value as GroupField, ...(view.subGroup === value ? { subGroup: 'none' } : {}) });
        return;
      case 'rows':
        set({ subGroup: value as GroupField });
        return;
      case 'sort':
        set({ sort: [{ field: value as SortField, isDescending: false }] });
        return;
      case 'next':
        set({
          sort: [
            ...view.sort.slice(0, 1),
            ...(second?.field === value ? [] : [{ field: value as SortField, isDescending: false }]),
          ],
        });
        return;
      case 'columns':
        change((now) => ({ ...now, columns: toggleColumn(now.columns, value as ColumnField) }));
        return;
      default:
        act(value);
    }
  }

  function act(value: string): void {
    switch (value) {
      case 'list':
      case 'board':
      case 'table':
      case 'calendar':
      case 'timeline':
      case 'workload':
        // Keep only explicit settings, because defaults differ between layouts.
        change((now) => {
          const { empty: _empty, view: _layout, ...otherParams } = writeView(now, screen.kind);
          const next = { ...otherParams, view: value } as const;
          return readView(next, screen.kind).view;
        });
        break;
      case 'reverse':
        set({
          sort: view.sort.map((key, at) => (at === 0 ? { ...key, isDescending: !key.isDescending } : key)),
        });
        break;
      case 'empty':
        set({ isEmptyHidden: !view.isEmptyHidden });
        break;
      case 'covers':
        set({ areCoversShown: !view.areCoversShown });
        break;
      case 'reset':
        change((now) => ({
          ...defaultView(screen.kind, now.layout),
          filter: now.filter,
          scale: now.scale,
          isPathShown: now.isPathShown,
        }));
        break;
      default:
        setStep(value as Step);
    }
  }

  const list = step === null ? null : lists[step];
  return (
    <Picker
      label={step === null ? t`Display` : labels[step]}
      isMultiple
      isSearchable
      showsValue={false}
      step={step ?? ''}
      options={list?.options ?? all}
      selected={
        list === null
          ? [
              ...(view.isEmptyHidden ? ['empty'] : []),
              ...(view.areCoversShown ? ['covers'] : []),
              ...(first?.isDescending === true ? ['reverse'] : []),
            ]
          : [list.selected].flat()
      }
      onPick={pick}
      onBack={step === null ? undefined : () => setStep(null)}
      onClose={() => setStep(null)}
      {...rest}
    >
      {children}
    </Picker>
  );
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
