import { shownType } from '@hearth/contracts/custom-fields/formula-values';
import {
  isCustomFieldName,
  toCustomFieldName,
  type CustomFieldName,
} from '@hearth/contracts/custom-fields/custom-field-query-values';
import type { SyncRows } from '@hearth/contracts/sync';
import { isScalarField } from '@hearth/contracts/model/scalar-field-values';
import { STATUS_CATEGORIES } from '@hearth/contracts/model/task-values';
import type { Condition, FilterField } from '@hearth/contracts/views/view-values';
import { useLingui } from '@lingui/react/macro';
import {
  IconCalendar,
  IconCircleOff,
  IconFlag3,
  IconFlagOff,
  IconFolderOff,
  IconRotateClockwise,
  IconTagOff,
  IconUserCheck,
  IconUserOff,
} from '@tabler/icons-react';
import { useMemo } from 'react';
import { toPersonOption, usePeople } from '#features/members/index.ts';
import { useAllProjects } from '#features/projects/index.ts';
import {
  CATEGORY_LABELS,
  fieldsInOrder,
  cyclesByDate,
  labelsByName,
  listScalarOptions,
  milestonesByDate,
  nameCycle,
  nameCycleDays,
  subTasksByParent,
  TypeGlyph,
  useLinkedTasks,
  useStatusGroups,
  useTaskTypes,
} from '#features/tasks/index.ts';
import { useEstimateUnit } from '#platform/texts/estimates.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows, useRowsOf } from '#platform/sync/store/use-rows.ts';
import { ColorDot } from '#ui/display/color-dot.tsx';
import type { PickerOption } from '#ui/overlays/picker.tsx';
import { StatusGlyph } from '#ui/display/status-glyph.tsx';
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
  const people = usePeople();
  const projects = useAllProjects();
  const labels = useRows(labelsByName(store));
  const types = useTaskTypes();
  const milestones = useRows(milestonesByDate(store));
  const fields = useRows(fieldsInOrder(store));
  const cycles = useRows(cyclesByDate(store));
  const linked = useLinkedTasks(fields.filter(({ type }) => type === 'relation').map(({ id }) => id));
  const parents = useParents(shown);
  const persons = (): PickerOption[] => [
    { value: 'me', label: t`Me`, icon: <IconUserCheck size={16} stroke={1.6} aria-hidden="true" /> },
    ...people.filter(({ id }) => id !== store.userId).map(toPersonOption),
    { value: 'none', label: t`Nobody`, icon: <IconUserOff size={16} stroke={1.6} aria-hidden="true" /> },
  ];
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
        return persons();
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
    switch (field) {
      case 'status':
        return statuses.map(({ key, name, icon }) => ({ value: key, label: name, icon }));
      case 'category':
        return STATUS_CATEGORIES.map((category) => ({
          value: category,
          label: t(CATEGORY_LABELS[category]),
          icon: <StatusGlyph category={category} />,
        }));
      case 'assignee':
      case 'creator':
      case 'reporter':
      case 'watcher':
        return persons();
      case 'label':
        return [
          ...labels.map(({ id, name, color }) => ({
            value: id,
            label: name,
            icon: <ColorDot color={color} />,
          })),
          {
            value: 'none',
            label: t`No labels`,
            icon: <IconTagOff size={16} stroke={1.6} aria-hidden="true" />,
          },
        ];
      case 'type':
        return [
          ...types.map(({ id, name, icon, color }) => ({
            value: id,
            label: name,
            icon: <TypeGlyph icon={icon} color={color} />,
          })),
          {
            value: 'none',
            label: t`No type`,
            icon: <IconCircleOff size={16} stroke={1.6} aria-hidden="true" />,
          },
        ];
      case 'project':
        return [
          ...projects.map(({ id, name, color, archivedAt }) => ({
            value: id,
            label: name,
            icon: <ColorDot color={color} />,
            hint: archivedAt === null ? '' : t`Archived`,
          })),
          {
            value: 'none',
            label: t`No project`,
            icon: <IconFolderOff size={16} stroke={1.6} aria-hidden="true" />,
          },
        ];
      case 'milestone':
        return [
          ...milestones.map(({ id, name, projectId }) => ({
            value: id,
            label: name,
            icon: <IconFlag3 size={16} stroke={1.6} aria-hidden="true" />,
            hint: projects.length > 1 ? (projects.find((one) => one.id === projectId)?.name ?? '') : '',
          })),
          {
            value: 'none',
            label: t`No milestone`,
            icon: <IconFlagOff size={16} stroke={1.6} aria-hidden="true" />,
          },
        ];
      case 'cycle': {
        const icon = <IconRotateClockwise size={16} stroke={1.6} aria-hidden="true" />;
        return [
          { value: 'current', label: t`Current cycle`, icon },
          { value: 'next', label: t`Next cycle`, icon },
          { value: 'none', label: t`No cycle`, icon },
          ...cycles.map((cycle) => ({
            value: cycle.id,
            label: nameCycle(cycle),
            icon,
            hint:
              projects.length > 1
                ? (projects.find(({ id }) => id === cycle.projectId)?.name ?? '')
                : nameCycleDays(cycle),
          })),
        ];
      }
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
