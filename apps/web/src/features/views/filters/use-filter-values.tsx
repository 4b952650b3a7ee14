import { shownType } from '@hearth/contracts/custom-fields/formula-values';
import {
  isCustomFieldName,
  toCustomFieldName,
  type CustomFieldName,
} from '@hearth/contracts/custom-fields/custom-field-query-values';
import type { SyncRows } from '@hearth/contracts/sync';
import { isReferenceField, REFERENCE_FIELDS } from '@hearth/contracts/model/reference-field-values';
import { isScalarField } from '@hearth/contracts/model/scalar-field-values';
import { STATUS_CATEGORIES } from '@hearth/contracts/model/task-values';
import type { Condition, FilterField } from '@hearth/contracts/views/view-values';
import { useLingui } from '@lingui/react/macro';
import { IconCalendar, IconRotateClockwise, IconUserCheck } from '@tabler/icons-react';
import { useMemo } from 'react';
import {
  CATEGORY_LABELS,
  fieldsInOrder,
  listScalarOptions,
  subTasksByParent,
  useLinkedTasks,
  useStatusGroups,
} from '#features/tasks/index.ts';
import { useEstimateUnit } from '#platform/texts/estimates.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows, useRowsOf } from '#platform/sync/store/use-rows.ts';
import { ColorDot } from '#ui/display/color-dot.tsx';
import type { PickerOption } from '#ui/overlays/picker.tsx';
import { StatusGlyph } from '#ui/display/status-glyph.tsx';
import { useReferenceChoices, type ChosenReference } from './reference-choices.tsx';
import { nameFixedValue, nameCustomFieldValue } from './filter-labels.ts';

type DayField = 'due' | 'start' | 'created' | 'updated' | 'closed';

const DAYS: Record<DayField, readonly string[]> = {
  due: ['overdue', 'today', 'next7', 'next14', 'next30', 'none'],
  start: ['today', 'next7', 'next30', 'last7', 'none'],
  created: ['today', 'last7', 'last14', 'last30', 'last90'],
  updated: ['today', 'last7', 'last14', 'last30', 'last90'],
  closed: ['today', 'last7', 'last14', 'last30', 'none'],
};

/**
 * Returns a function that lists the available values of a field.
 * @param shown the displayed condition; if it is on the parent, its values are listed as well
 */
export function useFilterValues(shown: Condition | null): (field: FilterField) => PickerOption[] {
  const { t } = useLingui();
  const unit = useEstimateUnit();
  const store = useTeamStore();
  const statuses = useStatusGroups();
  const choicesOf = useReferenceChoices(20);
  const fields = useRows(fieldsInOrder(store));
  const linked = useLinkedTasks(fields.filter(({ type }) => type === 'relation').map(({ id }) => id));
  const parents = useParents(shown);
  const me = { value: 'me', label: t`Me`, icon: <IconUserCheck size={16} stroke={1.6} aria-hidden="true" /> };
  function listReferenceOptions(field: ChosenReference): PickerOption[] {
    const { choices, none } = choicesOf(field);
    const isPerson = REFERENCE_FIELDS[field].to === 'user';
    const options = choices.map(({ id, name, icon, hint = '' }) => ({ value: id, label: name, icon, hint }));
    const noneOption = { value: 'none', label: none.name, icon: none.icon };
    if (isPerson) return [me, ...options.filter(({ value }) => value !== store.userId), noneOption];
    if (field !== 'cycle') return [...options, noneOption];
    const relative = { current: t`Current cycle`, next: t`Next cycle` };
    const icon = <IconRotateClockwise size={16} stroke={1.6} aria-hidden="true" />;
    return [
      ...Object.entries(relative).map(([value, label]) => ({ value, label, icon })),
      noneOption,
      ...options,
    ];
  }
  const plain = (values: readonly string[]): PickerOption[] =>
    values.map((value) => ({ value, label: nameCustomFieldValue(value) ?? value }));
  const plainFixed = (field: FilterField, values: readonly string[]): PickerOption[] =>
    values.map((value) => ({ value, label: nameFixedValue(field, value, unit) ?? value }));
  function valuesOfOwn(name: CustomFieldName): PickerOption[] {
    const field = fields.find(({ id }) => toCustomFieldName(id) === name);
    switch (field && shownType(field)) {
      case 'select':
      case 'multiSelect':
        return [
          ...(field?.options ?? []).map((option) => ({
            value: option.id,
            label: option.name,
            icon: <ColorDot color={option.color} />,
          })),
          ...plain(['none']),
        ];
      case 'relation':
        return [
          ...linked.map(({ id, key, title }) => ({ value: id, label: title, hint: key })),
          ...plain(['none']),
        ];
      case 'person':
        return listReferenceOptions('assignee');
      case 'checkbox':
        return plain(['yes', 'no']);
      case 'date':
        return plain(['today', 'next7', 'next30', 'last7', 'last30', 'none']);
      default:
        return plain(['none']);
    }
  }
  return (field) => {
    if (isCustomFieldName(field)) return valuesOfOwn(field);
    if (isScalarField(field)) return listScalarOptions(field, unit, t);
    if (field === 'status') return statuses.map(({ key, name, icon }) => ({ value: key, label: name, icon }));
    if (isReferenceField(field)) return listReferenceOptions(field);
    switch (field) {
      case 'category':
        return STATUS_CATEGORIES.map((category) => ({
          value: category,
          label: t(CATEGORY_LABELS[category]),
          icon: <StatusGlyph category={category} />,
        }));
      case 'title':
        return [];
      case 'parent':
        return [
          ...plainFixed(field, ['none']),
          ...parents.map(({ id, key, title }) => ({ value: id, label: title, hint: key })),
        ];
      case 'repeat':
      case 'blocked':
        return plainFixed(field, ['yes', 'no']);
      case 'start':
      case 'due':
      case 'created':
      case 'updated':
      case 'closed':
        return DAYS[field].map((value) => ({
          value,
          label: nameFixedValue(field, value, unit) ?? value,
          icon: <IconCalendar size={16} stroke={1.6} aria-hidden="true" />,
        }));
    }
  };
}

const NO_IDS: readonly string[] = [];

/**
 * Returns the tasks that have sub-tasks or are values of the condition, most recently updated first. Returns an empty array for conditions
 * on other fields.
 */
function useParents(shown: Condition | null): readonly SyncRows['task'][] {
  const store = useTeamStore();
  const isParent = shown?.field === 'parent';
  const named = isParent ? shown.values.join(' ') : '';
  const ids = useMemo(() => {
    if (!isParent) return NO_IDS;
    const all = new Set([...named.split(' '), ...subTasksByParent(store).groups()]);
    return [...all].filter((id) => id !== 'none');
  }, [store, isParent, named]);
  const rows = useRowsOf('task', ids);
  return useMemo(() => rows.toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1)), [rows]);
}
