import type { FilterProblem } from '@hearth/contracts/view-check-values';
import {
  FILTER_LIMITS,
  type FilterField,
  type FilterOp,
  type FixedFilterField,
  type FixedGroupField,
  type FixedSortField,
} from '@hearth/contracts/view-values';
import type { EstimateUnit } from '@hearth/contracts/task-values';
import { sayEstimate } from '#platform/estimates.ts';
import { isOwnField, readOwnValue } from '@hearth/contracts/own-field-values';
import type { MessageDescriptor } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';
import { readSpan } from '@hearth/contracts/view-filter-values';
import { formatCalendarDay, formatNumber } from '#ui/formats.ts';

export const FIELD_WORDS: Record<FixedFilterField, MessageDescriptor> = {
  status: msg`Status`,
  category: msg`Stage`,
  priority: msg`Priority`,
  assignee: msg`Assignee`,
  label: msg`Label`,
  type: msg`Type`,
  project: msg`Project`,
  milestone: msg`Milestone`,
  cycle: msg`Cycle`,
  start: msg`Start date`,
  due: msg`Due date`,
  estimate: msg`Estimate`,
  repeat: msg`Repeats`,
  parent: msg`Part of`,
  blocked: msg({ message: 'Blocked', context: 'filter: does something keep the task from going on?' }),
  creator: msg`Made by`,
  reporter: msg`Asked for by`,
  watcher: msg`Watched by`,
  created: msg`Made`,
  updated: msg`Last changed`,
  closed: msg`Closed`,
  title: msg`Title`,
};

const DAY_FIELDS: ReadonlySet<FilterField> = new Set(['due', 'start', 'created', 'updated', 'closed']);

export const OP_WORDS: Record<FilterOp, MessageDescriptor> = {
  is: msg({ message: 'is', context: 'filter: the status is To do' }),
  not: msg({ message: 'is not', context: 'filter: the status is not To do' }),
  all: msg({ message: 'has all of', context: 'filter: labels' }),
};
/** A title is a text, of which a filter knows a part. */
export const TITLE_OP_WORDS: Record<FilterOp, MessageDescriptor> = {
  is: msg({ message: 'contains', context: 'filter: the title contains a word' }),
  not: msg({ message: 'does not contain', context: 'filter: title' }),
  all: msg({ message: 'contains all of', context: 'filter: title' }),
};

export const GROUP_WORDS: Record<FixedGroupField, MessageDescriptor> = {
  none: msg({ message: 'Not grouped', context: 'tasks' }),
  status: msg`Status`,
  priority: msg`Priority`,
  assignee: msg`Assignee`,
  reporter: msg`Asked for by`,
  watcher: msg`Watched by`,
  label: msg`Label`,
  type: msg`Type`,
  project: msg`Project`,
  milestone: msg`Milestone`,
  cycle: msg`Cycle`,
  due: msg`Due date`,
};

export const SORT_WORDS: Record<FixedSortField, MessageDescriptor> = {
  manual: msg({ message: 'As put by hand', context: 'order of tasks' }),
  status: msg`Status`,
  priority: msg`Priority`,
  assignee: msg`Assignee`,
  label: msg`Label`,
  due: msg`Due date`,
  start: msg`Start date`,
  estimate: msg`Estimate`,
  type: msg`Type`,
  project: msg`Project`,
  milestone: msg`Milestone`,
  cycle: msg`Cycle`,
  title: msg`Title`,
  reporter: msg`Asked for by`,
  creator: msg`Made by`,
  watcher: msg`Watched by`,
  created: msg`Made`,
  updated: msg`Last changed`,
  closed: msg`Closed`,
  key: msg`Number`,
};

/** The words for values that are the same for every team; null for those that name something of the team. */
export function nameFixedValue(field: FilterField, value: string, unit: EstimateUnit): string | null {
  if (isOwnField(field)) return nameOwnValue(value);
  if (field === 'title') return t`“${value}”`;
  if (field === 'repeat') return value === 'yes' ? t`It repeats` : t`It does not repeat`;
  if (field === 'blocked') return value === 'yes' ? t`By unfinished work` : t`By nothing`;
  if (field === 'parent') return value === 'none' ? t`No other task` : null;
  if (field === 'estimate') return value === 'none' ? t`No estimate` : nameEstimate(value, unit);
  return isDayField(field) ? nameDays(field, value) : null;
}

/** Is it asked of it on which days it lies? */
export function isDayField(field: FilterField): boolean {
  return DAY_FIELDS.has(field);
}

/** Null for options and people, which the field and the team name. */
export function nameOwnValue(value: string): string | null {
  const ask = readOwnValue(value);
  switch (ask?.kind) {
    case 'none':
      return t`Empty`;
    case 'box':
      return ask.isTicked ? t`Ticked` : t`Not ticked`;
    case 'words': {
      const { words } = ask;
      return t`“${words}”`;
    }
    case 'number': {
      const print = (end: number | null) =>
        end === null ? '' : formatNumber(end, { maximumFractionDigits: 6 });
      const [least, most] = [print(ask.from), print(ask.to)];
      if (ask.from === ask.to) return least;
      if (ask.from === null) return t`${most} at most`;
      return ask.to === null ? t`${least} at least` : t`${least} to ${most}`;
    }
    case 'day':
      return nameDays('start', value);
    default:
      return null;
  }
}

function nameEstimate(value: string, unit: EstimateUnit): string {
  const { from, to } = readSpan(value, '');
  const [least, most] = [formatNumber(Number(from)), formatNumber(Number(to))];
  if (from !== null && from === to) return sayEstimate(Number(from), unit);
  if (unit === 'hours') {
    if (from === null) return t`${most} hours at most`;
    return to === null ? t`${least} hours at least` : t`${least} to ${most} hours`;
  }
  if (from === null) return t`${most} points at most`;
  return to === null ? t`${least} points at least` : t`${least} to ${most} points`;
}

function nameDays(field: FilterField, value: string): string {
  if (value === 'none') {
    if (field === 'due') return t`No due date`;
    return field === 'start' ? t`No start date` : t`Still open`;
  }
  if (value === 'today') return t`Today`;
  if (value === 'overdue') return t`Overdue`;
  const [, way, text] = /^(next|last)(\d+)$/.exec(value) ?? [];
  const days = Number(text);
  if (way === 'next') return t`${plural(days, { one: 'In the next # day', other: 'In the next # days' })}`;
  if (way === 'last') return t`${plural(days, { one: 'In the last # day', other: 'In the last # days' })}`;
  const { from, to } = readSpan(value, '');
  const first = from === null ? '' : formatCalendarDay(from);
  const last = to === null ? '' : formatCalendarDay(to);
  if (from !== null && from === to) return formatCalendarDay(from);
  if (from === null) return t`Until ${last}`;
  return to === null ? t`From ${first} on` : t`${first} – ${last}`;
}

/** What is wrong with the filter of an address. */
export function explainProblem({ kind, part }: FilterProblem): string {
  const { conditions, values, depth } = FILTER_LIMITS;
  switch (kind) {
    case 'field':
      return t`Tasks have no field “${part}”.`;
    case 'tooMany':
      return t`It has more than ${conditions} conditions.`;
    case 'tooManyValues':
      return t`A condition has more than ${values} values.`;
    case 'tooDeep':
      return t`Its groups are more than ${depth} deep.`;
    case 'tooLong':
      return t`It is too long.`;
    case 'mixed':
      return t`“${part}” mixes “and” with “or” without brackets.`;
    default:
      return part === '' ? t`A part of it is empty.` : t`“${part}” cannot be read.`;
  }
}
