import {
  FORMULA_LIMITS,
  type BuiltIn,
  type FormulaFaultKind,
  type FormulaKind,
} from '@hearth/contracts/custom-fields/formula-values';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

const most = FORMULA_LIMITS.text;

/** Labels of the built-in fields that formulas can reference in braces. */
export const BUILT_IN_LABELS: Record<BuiltIn, MessageDescriptor> = {
  title: msg`Title`,
  estimate: msg`Estimate`,
  start: msg`Start date`,
  due: msg`Due date`,
  created: msg({ message: 'Created', context: 'in a formula' }),
  closed: msg({ message: 'Closed', context: 'in a formula' }),
  tracked: msg`Tracked hours`,
};

export const FORMULA_KIND_LABELS: Record<FormulaKind, MessageDescriptor> = {
  number: msg`Returns a number`,
  date: msg`Returns a date`,
  text: msg`Returns text`,
  box: msg`Returns yes or no`,
};

export const FORMULA_FAULTS: Record<FormulaFaultKind, MessageDescriptor> = {
  empty: msg`Enter a formula.`,
  long: msg`Up to ${most} characters.`,
  deep: msg`Too many nested levels.`,
  large: msg`Too large together with the formulas it uses.`,
  unfinished: msg`Something is missing at the end.`,
  unexpected: msg`Unexpected input.`,
  unknownField: msg`There is no such field.`,
  unusableField: msg`This field can’t be used in formulas.`,
  unknownFunction: msg`There is no such function.`,
  arguments: msg`Wrong values for this function.`,
  kinds: msg`These values can’t be combined.`,
  circle: msg`This would create a circular reference.`,
};
