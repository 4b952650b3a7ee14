import {
  isChoiceField,
  isScalarField,
  mapScalars,
  type ScalarField,
} from '@hearth/contracts/model/scalar-field-values';
import { isNumeric } from '@hearth/contracts/custom-fields/custom-field-values';
import { shownType } from '@hearth/contracts/custom-fields/formula-values';
import {
  isCustomFieldName,
  toCustomFieldName,
} from '@hearth/contracts/custom-fields/custom-field-query-values';
import {
  FILTER_FIELDS,
  FILTER_LIMITS,
  type Condition,
  type FilterField,
  type FixedFilterField,
} from '@hearth/contracts/views/view-values';
import { useLingui } from '@lingui/react/macro';
import {
  IconBrackets,
  IconCalendar,
  IconCalendarCheck,
  IconCalendarPlus,
  IconCircleDashed,
  IconCircleHalf2,
  IconEye,
  IconFlag3,
  IconFolder,
  IconHandStop,
  IconHierarchy,
  IconLetterCase,
  IconPencil,
  IconPencilPlus,
  IconRepeat,
  IconRotateClockwise,
  IconShape,
  IconTag,
  IconUser,
  IconUserEdit,
  IconUserQuestion,
  type Icon,
} from '@tabler/icons-react';
import { useState, type ReactNode, type Ref } from 'react';
import { FieldTypeIcon, SCALAR_LOOKS } from '#features/tasks/index.ts';
import { useToday } from '#ui/format/use-today.ts';
import { useEstimateUnit } from '#platform/texts/estimates.ts';
import { Picker } from '#ui/overlays/picker.tsx';
import { toggleValue } from './edit-filter.ts';
import { FIELD_LABELS, isDayField, nameFixedValue } from './filter-labels.ts';
import { readTyped } from './read-typed.ts';
import { useFilterValues } from './use-filter-values.tsx';
import { useViewLabels } from './use-view-labels.ts';

const FIELD_ICONS: Record<FixedFilterField, Icon> = {
  status: IconCircleDashed,
  category: IconCircleHalf2,
  ...mapScalars<Record<ScalarField, Icon>>((field) => SCALAR_LOOKS[field].icon),
  assignee: IconUser,
  label: IconTag,
  type: IconShape,
  project: IconFolder,
  milestone: IconFlag3,
  cycle: IconRotateClockwise,
  start: IconCalendarPlus,
  due: IconCalendar,
  repeat: IconRepeat,
  parent: IconHierarchy,
  blocked: IconHandStop,
  creator: IconUserEdit,
  reporter: IconUserQuestion,
  watcher: IconEye,
  created: IconPencilPlus,
  updated: IconPencil,
  closed: IconCalendarCheck,
  title: IconLetterCase,
};
/** The picker value that starts a group of conditions. It is not a field. */
const GROUP = '(';

interface FilterPickerProps {
  label: string;
  /** The condition being edited. Null for a new condition, whose field must be chosen first. */
  condition: Condition | null;
  /** Fields that are not offered because all tasks of the screen have the same value. */
  without: readonly FilterField[];
  onChange: (condition: Condition | null) => void;
  /** Starts a group of conditions. Undefined if groups are not possible. */
  onGroup?: (() => void) | undefined;
  buttonRef?: Ref<HTMLButtonElement>;
  startsOpen?: boolean;
  onClose?: () => void;
  children: ReactNode;
}

/** Picks a field, then toggles its values. Unlisted values can be typed. */
export function FilterPicker({
  label,
  condition,
  without,
  onChange,
  onGroup,
  buttonRef,
  startsOpen = false,
  onClose,
  children,
}: FilterPickerProps) {
  const { t } = useLingui();
  const unit = useEstimateUnit();
  const today = useToday();
  const viewLabels = useViewLabels();
  // A new condition with the values chosen so far.
  const [draft, setDraft] = useState<Condition | null>(null);
  // A condition without values is removed only when the picker closes because the picker is anchored to the condition.
  const [isEmptied, setIsEmptied] = useState(false);
  const shown = condition !== null && isEmptied ? { ...condition, values: [] } : (condition ?? draft);
  const valuesOf = useFilterValues(shown);

  function change(next: Condition | null): void {
    if (condition === null) setDraft(next ?? { field: shown?.field ?? 'status', op: 'is', values: [] });
    else setIsEmptied(next === null);
    if (condition === null || next !== null) onChange(next);
  }

  const known = shown === null ? [] : valuesOf(shown.field);
  const fields = FILTER_FIELDS.filter((field) => !without.includes(field)).map((field) => {
    const FieldIcon = FIELD_ICONS[field];
    return {
      value: field,
      label: t(FIELD_LABELS[field]),
      icon: <FieldIcon size={16} stroke={1.6} aria-hidden="true" />,
      hasMore: true,
    };
  });
  const own = viewLabels.own.map(({ id, name, type }) => ({
    value: toCustomFieldName(id),
    label: name,
    icon: <FieldTypeIcon type={type} />,
    hasMore: true,
  }));
  const typeOf = (field: FilterField) => {
    const own = isCustomFieldName(field) ? viewLabels.find(field) : undefined;
    return own && shownType(own);
  };
  const group = {
    value: GROUP,
    label: t`Filter group`,
    icon: <IconBrackets size={16} stroke={1.6} aria-hidden="true" />,
    hasMore: true,
  };
  return (
    <Picker
      label={shown === null ? label : viewLabels.filter(shown.field)}
      isMultiple
      isSearchable
      showsValue={condition !== null}
      step={shown?.field ?? ''}
      startsOpen={startsOpen}
      buttonRef={buttonRef}
      selected={shown?.values ?? []}
      options={
        shown === null
          ? [...fields, ...own, ...(onGroup === undefined ? [] : [group])]
          : [
              ...known,
              ...shown.values
                .filter((value) => !known.some((option) => option.value === value))
                .map((value) => ({
                  value,
                  label: nameFixedValue(shown.field, value, unit) ?? t`Deleted`,
                })),
            ]
      }
      making={
        shown === null
          ? undefined
          : {
              placeholder: placeholderOf(shown.field),
              maxLength: FILTER_LIMITS.titleText,
              name: (typed) => {
                const value = readTyped(shown.field, typed, today, typeOf(shown.field));
                return value === null ? null : nameFixedValue(shown.field, value, unit);
              },
              make: (typed) => {
                const value = readTyped(shown.field, typed, today, typeOf(shown.field));
                if (value !== null && !shown.values.includes(value)) change(toggleValue(shown, value));
              },
            }
      }
      onPick={(value) => {
        if (shown !== null) change(toggleValue(shown, value));
        else if (value === GROUP) onGroup?.();
        else setDraft({ field: value as FilterField, op: 'is', values: [] });
      }}
      onBack={
        condition === null && draft !== null && draft.values.length === 0 ? () => setDraft(null) : undefined
      }
      onClose={() => {
        setDraft(null);
        setIsEmptied(false);
        if (isEmptied) onChange(null);
        onClose?.();
      }}
    >
      {children}
    </Picker>
  );

  function placeholderOf(field: FilterField): string {
    const type = typeOf(field);
    if (type === 'text' || type === 'url') return t`Search or type a word`;
    if (type !== undefined && isNumeric(type)) return t`Search or type 3 or 3..8`;
    if (type === 'date') return t`Search or type 2026-12-24`;
    if (field === 'title') return t`Search titles…`;
    if (isScalarField(field) && !isChoiceField(field)) return t`Search or type 3 or 3..8`;
    return isDayField(field) ? t`Search or type 2026-12-24` : t`Search…`;
  }
}
