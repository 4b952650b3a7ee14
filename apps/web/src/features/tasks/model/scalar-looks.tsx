import {
  mapScalars,
  SCALAR_FIELDS,
  type ChoiceFieldName,
  type ScalarField,
  type ScalarValue,
  type ScalarValues,
} from '@hearth/contracts/model/scalar-field-values';
import type { EstimateUnit } from '@hearth/contracts/model/task-values';
import type { MessageDescriptor } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';
import { IconAntennaBars5, IconRuler2, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Action } from '#platform/actions/actions.ts';
import {
  ESTIMATE_STEPS,
  formatEstimate,
  formatEstimateRange,
  formatEstimateShort,
  type EstimateRange,
} from '#platform/texts/estimates.ts';
import { PriorityGlyph } from '#ui/display/priority-glyph.tsx';
import type { PickerOption } from '#ui/overlays/picker.tsx';
import { PRIORITY_LABELS } from './task-field-labels.ts';
import { setEstimate, setPriority } from './tasks.actions.ts';

interface Look {
  title: MessageDescriptor;
  icon: Icon;
  action: Action;
  /** Default width of the table column, in pixels. */
  width: number;
  /** Returns the title of the dialog that changes the field in a number of tasks. */
  changeTitle: (count: number) => string;
}

interface ChoiceLook<Value extends string> extends Look {
  names: Record<Value, MessageDescriptor>;
  glyph: (value: Value) => ReactNode;
}

interface NumberLook extends Look {
  empty: MessageDescriptor;
  /** Returns the suggested values. Other values can be typed. */
  steps: (unit: EstimateUnit) => readonly number[];
  format: (value: number, unit: EstimateUnit) => string;
  /** Formats a value for table cells. */
  formatShort: (value: number, unit: EstimateUnit) => string;
  formatRange: (range: EstimateRange, unit: EstimateUnit) => string;
}

/** Labels, icons and formats of the scalar fields of tasks. */
export const SCALAR_LOOKS: {
  [F in ScalarField]: F extends ChoiceFieldName ? ChoiceLook<ScalarValues[F]> : NumberLook;
} = {
  priority: {
    title: msg`Priority`,
    icon: IconAntennaBars5,
    action: setPriority,
    width: 122,
    changeTitle: (count) =>
      t`${plural(count, { one: 'Change priority', other: 'Change priority of # tasks' })}`,
    names: PRIORITY_LABELS,
    glyph: (priority) => <PriorityGlyph priority={priority} />,
  },
  estimate: {
    title: msg`Estimate`,
    icon: IconRuler2,
    action: setEstimate,
    width: 98,
    changeTitle: (count) =>
      t`${plural(count, { one: 'Change estimate', other: 'Change estimate of # tasks' })}`,
    empty: msg`No estimate`,
    steps: (unit) => ESTIMATE_STEPS[unit],
    format: formatEstimate,
    formatShort: formatEstimateShort,
    formatRange: formatEstimateRange,
  },
};

export const SCALAR_TITLES = mapScalars<Record<ScalarField, MessageDescriptor>>(
  (field) => SCALAR_LOOKS[field].title,
);

type Translate = (message: MessageDescriptor) => string;

/** Returns the look of a field, with the type widened to any choice or number field. */
function lookOf(field: ScalarField): ChoiceLook<string> | NumberLook {
  return SCALAR_LOOKS[field] as ChoiceLook<string> | NumberLook;
}

export function isEmptyScalar(field: ScalarField, value: ScalarValue): boolean {
  return value === SCALAR_FIELDS[field].empty;
}

export function nameScalar(
  field: ScalarField,
  value: ScalarValue,
  unit: EstimateUnit,
  translate: Translate,
): string {
  const look = lookOf(field);
  if ('names' in look) return translate(look.names[String(value)] ?? look.title);
  return value === null ? translate(look.empty) : look.format(Number(value), unit);
}

export function ScalarGlyph({ field, value }: { field: ScalarField; value: ScalarValue }) {
  const look = lookOf(field);
  return 'glyph' in look ? look.glyph(String(value)) : null;
}

/** Option value for `null`. Option values must not be empty. */
const NONE = 'none';

export function scalarOption(value: ScalarValue): string {
  return value === null ? NONE : String(value);
}

export function readScalarOption(field: ScalarField, option: string): ScalarValue {
  if (SCALAR_FIELDS[field].kind === 'choice') return option as ScalarValues[ChoiceFieldName];
  return option === NONE ? null : Number(option);
}

/**
 * Returns the options of a field: choices in descending order, or no value and the suggested numbers in ascending order. A number in
 * `current` is offered in addition.
 */
export function listScalarOptions(
  field: ScalarField,
  unit: EstimateUnit,
  translate: Translate,
  current: ScalarValue = null,
): PickerOption[] {
  const definition = SCALAR_FIELDS[field];
  const look = lookOf(field);
  const option = (value: ScalarValue): PickerOption => ({
    value: scalarOption(value),
    label: nameScalar(field, value, unit, translate),
    ...('glyph' in look ? { icon: look.glyph(String(value)) } : {}),
  });
  if (definition.kind === 'choice') return definition.values.toReversed().map(option);
  const usual = 'steps' in look ? look.steps(unit) : [];
  const steps =
    typeof current === 'number' ? [...new Set([...usual, current])].toSorted((a, b) => a - b) : usual;
  return [null, ...steps].map(option);
}

/** Returns the ids and names of a field's choices. */
export function listChoiceNames(
  field: ChoiceFieldName,
  translate: Translate,
): { id: string; name: string }[] {
  return listScalarOptions(field, 'points', translate).map(({ value, label }) => ({
    id: value,
    name: label,
  }));
}
