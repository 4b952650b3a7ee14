import type { FieldValue } from '@hearth/contracts/custom-fields/custom-field-values';
import {
  isCustomFieldName,
  valueNameOf,
  type CustomFieldName,
} from '@hearth/contracts/custom-fields/custom-field-query-values';
import {
  changeScalar,
  isChoiceField,
  type ChoiceFieldName,
  type ScalarField,
} from '@hearth/contracts/model/scalar-field-values';
import { isReferenceField, REFERENCE_FIELDS } from '@hearth/contracts/model/reference-field-values';
import { isGroup, type FilterGroup } from '@hearth/contracts/views/view-values';
import type { TaskFields, TeamField } from '#features/tasks/index.ts';

/** Fields whose conditions allow several values, and fields that users do not set. */
type LeavesAChoice =
  | Exclude<ScalarField, ChoiceFieldName>
  | 'blocked'
  | 'category'
  | 'closed'
  | 'created'
  | 'due'
  | 'repeat'
  | 'start'
  | 'title'
  | 'updated';

/**
 * Field presets of a new task. They make the task pass the filter so that it does not disappear. Only unambiguous conditions are used.
 * @param cycleOf returns the current or next cycle of the current project
 */
export function presetOf(
  filter: FilterGroup,
  me: string,
  cycleOf: (which: 'current' | 'next') => string | undefined = () => undefined,
  findOwn: (field: CustomFieldName) => TeamField | undefined = () => undefined,
): Partial<TaskFields> {
  const preset: Partial<TaskFields> = {};
  const idOf = { me: () => me, current: () => cycleOf('current'), next: () => cycleOf('next') };
  const isKeyword = (value: string): value is keyof typeof idOf => Object.hasOwn(idOf, value);
  if (filter.match !== 'all') return preset;
  for (const item of filter.items) {
    if (isGroup(item) || item.op === 'not' || (item.op === 'is' && item.values.length > 1)) continue;
    const { field, values } = item;
    const [value = ''] = values;
    if (value === 'none' && !isChoiceField(field)) continue;
    if (isCustomFieldName(field)) {
      const ownValue = chooseOwn(findOwn(field)?.type, values, me);
      if (ownValue !== null) preset[valueNameOf(field)] = ownValue;
      continue;
    }
    if (isChoiceField(field)) Object.assign(preset, changeScalar(field, value));
    else if (field === 'parent') preset.parentId = value;
    else if (isReferenceField(field)) {
      if (field === 'creator') continue;
      const { key, kind } = REFERENCE_FIELDS[field];
      const ids = values.flatMap((id) => (isKeyword(id) ? (idOf[id]() ?? []) : id));
      if (kind === 'list') preset[key] = [...new Set([...(preset[key] ?? []), ...ids])].sort();
      else if (ids[0] !== undefined) preset[key] = ids[0];
    } else field satisfies LeavesAChoice;
  }
  return preset;
}

function chooseOwn(
  type: TeamField['type'] | undefined,
  values: readonly string[],
  me: string,
): FieldValue | null {
  const [value = ''] = values;
  if (type === 'select') return value;
  if (type === 'multiSelect' || type === 'relation') return values.toSorted();
  if (type === 'person') return value === 'me' ? me : value;
  return type === 'checkbox' && value === 'yes' ? true : null;
}
