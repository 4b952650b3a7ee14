import {
  FORMULA_BUILT_IN,
  FORMULA_LIMITS,
  type BuiltIn,
  type FormulaFaultKind,
  type FormulaKind,
} from '@hearth/contracts/formula-values';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

const most = FORMULA_LIMITS.text;

/** What formulas can name of every task, as they stand in braces. */
export const BUILT_IN_WORDS: Record<BuiltIn, MessageDescriptor> = {
  title: msg`Title`,
  estimate: msg`Estimate`,
  start: msg`Start date`,
  due: msg`Due date`,
  created: msg({ message: 'Created', context: 'in a formula' }),
  closed: msg({ message: 'Closed', context: 'in a formula' }),
  tracked: msg`Tracked hours`,
};
export const BUILT_INS = Object.keys(FORMULA_BUILT_IN) as BuiltIn[];

export const KIND_WORDS: Record<FormulaKind, MessageDescriptor> = {
  number: msg`Gives a number`,
  date: msg`Gives a day`,
  text: msg`Gives a text`,
  box: msg`Gives yes or no`,
};

export const FORMULA_FAULTS: Record<FormulaFaultKind, MessageDescriptor> = {
  empty: msg`Write a formula first.`,
  long: msg`${most} characters at most.`,
  deep: msg`It is nested too deep.`,
  large: msg`It is too large together with the formulas that it names.`,
  unfinished: msg`Something is missing at the end.`,
  unexpected: msg`This does not belong here.`,
  unknownField: msg`There is no such field.`,
  unusableField: msg`Formulas cannot reckon with this field.`,
  unknownFunction: msg`There is no such function.`,
  arguments: msg`This function takes other values.`,
  kinds: msg`These values do not fit together.`,
  circle: msg`It would go round in a circle.`,
};
