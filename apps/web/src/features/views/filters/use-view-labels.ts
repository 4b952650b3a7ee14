import {
  isCustomFieldName,
  toCustomFieldName,
  type CustomFieldName,
} from '@hearth/contracts/custom-fields/custom-field-query-values';
import type { FilterField, GroupField, SortField } from '@hearth/contracts/views/view-values';
import { useLingui } from '@lingui/react/macro';
import { fieldsInOrder, type TeamField } from '#features/tasks/index.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { FIELD_LABELS, GROUP_LABELS, SORT_LABELS } from './filter-labels.ts';

interface ViewLabels {
  filter: (field: FilterField) => string;
  group: (field: GroupField) => string;
  sort: (field: SortField) => string;
  /** Custom fields, in display order. */
  own: readonly TeamField[];
  find: (field: CustomFieldName) => TeamField | undefined;
}

/** Names of view fields, built-in and custom. */
export function useViewLabels(): ViewLabels {
  const { t } = useLingui();
  const own = useRows(fieldsInOrder(useTeamStore()));
  const find = (field: CustomFieldName) => own.find(({ id }) => toCustomFieldName(id) === field);
  const nameOf = (field: CustomFieldName) => find(field)?.name ?? t`Deleted field`;
  return {
    filter: (field) => (isCustomFieldName(field) ? nameOf(field) : t(FIELD_LABELS[field])),
    group: (field) => (isCustomFieldName(field) ? nameOf(field) : t(GROUP_LABELS[field])),
    sort: (field) => (isCustomFieldName(field) ? nameOf(field) : t(SORT_LABELS[field])),
    own,
    find,
  };
}

/** Field types that tasks can be grouped by. */
const GROUPED: ReadonlySet<TeamField['type']> = new Set([
  'select',
  'multiSelect',
  'person',
  'checkbox',
  'relation',
]);

/** Returns the custom fields that tasks can be grouped by. */
export function groupedFields(own: readonly TeamField[]): TeamField[] {
  return own.filter(({ type, result }) => GROUPED.has(type) || result === 'box' || result === 'text');
}
