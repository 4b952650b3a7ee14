import type { FilterProblem } from '@hearth/contracts/views/view-check-values';
import {
  FILTER_LIMITS,
  type FilterField,
  type FilterOp,
  type FixedFilterField,
  type FixedGroupField,
  type FixedSortField,
} from '@hearth/contracts/views/view-values';
import { isScalarField, type ScalarField } from '@hearth/contracts/model/scalar-field-values';
import type { EstimateUnit } from '@hearth/contracts/model/task-values';
import {
  isCustomFieldName,
  parseCustomFieldCondition,
} from '@hearth/contracts/custom-fields/custom-field-query-values';
import { i18n, type MessageDescriptor } from '@lingui/core';
import { SCALAR_LOOKS, SCALAR_TITLES } from '#features/tasks/index.ts';
import { msg, plural, t } from '@lingui/core/macro';
import { readSpan } from '@hearth/contracts/views/view-filter-values';
import { formatCalendarDay, formatNumber } from '#ui/format/formats.ts';

export const FIELD_LABELS: Record<FixedFilterField, MessageDescriptor> = {
  status: msg`Status`,
  category: msg`Stage`,
  ...SCALAR_TITLES,
  assignee: msg`Assignee`,
  label: msg`Label`,
  type: msg`Type`,
  project: msg`Project`,
  milestone: msg`Milestone`,
  cycle: msg`Cycle`,
  start: msg`Start date`,
  due: msg`Due date`,
  repeat: msg`Repeats`,
  parent: msg`Parent`,
  blocked: msg({ message: 'Blocked', context: 'filter: does something keep the task from going on?' }),
  creator: msg`Created by`,
  reporter: msg`Requested by`,
  watcher: msg`Watched by`,
  created: msg`Created`,
  updated: msg`Updated`,
  closed: msg`Closed`,
  title: msg`Title`,
};

const DAY_FIELDS: ReadonlySet<FilterField> = new Set(['due', 'start', 'created', 'updated', 'closed']);

export const OP_LABELS: Record<FilterOp, MessageDescriptor> = {
  is: msg({ message: 'is', context: 'filter: the status is To do' }),
  not: msg({ message: 'isn’t', context: 'filter: the status is not To do' }),
  all: msg({ message: 'has all of', context: 'filter: labels' }),
};
/** Operator labels for titles, which filters match by substring. */
export const TITLE_OP_LABELS: Record<FilterOp, MessageDescriptor> = {
  is: msg({ message: 'contains', context: 'filter: the title contains a word' }),
  not: msg({ message: 'doesn’t contain', context: 'filter: title' }),
  all: msg({ message: 'contains all of', context: 'filter: title' }),
};

export const GROUP_LABELS: Record<FixedGroupField, MessageDescriptor> = {
  none: msg({ message: 'No grouping', context: 'tasks' }),
  status: msg`Status`,
  ...SCALAR_TITLES,
  assignee: msg`Assignee`,
  reporter: msg`Requested by`,
  watcher: msg`Watched by`,
  label: msg`Label`,
  type: msg`Type`,
  project: msg`Project`,
  milestone: msg`Milestone`,
  cycle: msg`Cycle`,
  due: msg`Due date`,
};

export const SORT_LABELS: Record<FixedSortField, MessageDescriptor> = {
  manual: msg({ message: 'Manual', context: 'order of tasks' }),
  status: msg`Status`,
  ...SCALAR_TITLES,
  assignee: msg`Assignee`,
  label: msg`Label`,
  due: msg`Due date`,
  start: msg`Start date`,
  type: msg`Type`,
  project: msg`Project`,
  milestone: msg`Milestone`,
  cycle: msg`Cycle`,
  title: msg`Title`,
  reporter: msg`Requested by`,
  creator: msg`Created by`,
  watcher: msg`Watched by`,
  created: msg`Created`,
  updated: msg`Updated`,
  closed: msg`Closed`,
  key: msg`Number`,
};

/** Returns the label of a value that is the same for all teams. Returns null for team data. */
export function nameFixedValue(field: FilterField, value: string, unit: EstimateUnit): string | null {
  if (isCustomFieldName(field)) return nameCustomFieldValue(value);
  if (field === 'title') return t`“${value}”`;
  if (field === 'repeat') return value === 'yes' ? t`Repeats` : t`Doesn’t repeat`;
  if (field === 'blocked') return value === 'yes' ? t`By unfinished work` : t`None`;
  if (field === 'parent') return value === 'none' ? t`No parent` : null;
  if (isScalarField(field)) return nameScalarFilter(field, value, unit);
  return isDayField(field) ? nameDays(field, value) : null;
}

/** Whether the field's conditions compare days. */
export function isDayField(field: FilterField): boolean {
  return DAY_FIELDS.has(field);
}

/** Names a value of a custom field condition. Returns null for options and members because their names are team data. */
export function nameCustomFieldValue(value: string): string | null {
  const parsed = parseCustomFieldCondition(value);
  switch (parsed?.kind) {
    case 'none':
      return t`Empty`;
    case 'box':
      return parsed.isTicked ? t`Ticked` : t`Not ticked`;
    case 'words': {
      const { words } = parsed;
      return t`“${words}”`;
    }
    case 'number': {
      const print = (end: number | null) =>
        end === null ? '' : formatNumber(end, { maximumFractionDigits: 6 });
      const [least, most] = [print(parsed.from), print(parsed.to)];
      if (parsed.from === parsed.to) return least;
      if (parsed.from === null) return t`At most ${most}`;
      return parsed.to === null ? t`At least ${least}` : t`${least} to ${most}`;
    }
    case 'day':
      return nameDays('start', value);
    default:
      return null;
  }
}

/** Names a value of a scalar field condition. Returns null for choices because their options name them. */
function nameScalarFilter(field: ScalarField, value: string, unit: EstimateUnit): string | null {
  const look = SCALAR_LOOKS[field];
  if (!('formatRange' in look)) return null;
  return value === 'none' ? i18n._(look.empty) : look.formatRange(readSpan(value, ''), unit);
}

function nameDays(field: FilterField, value: string): string {
  if (value === 'none') {
    if (field === 'due') return t`No due date`;
    return field === 'start' ? t`No start date` : t({ message: 'Open', context: 'state of a task' });
  }
  if (value === 'today') return t`Today`;
  if (value === 'overdue') return t`Overdue`;
  const [, direction, text] = /^(next|last)(\d+)$/.exec(value) ?? [];
  const days = Number(text);
  if (direction === 'next')
    return t`${plural(days, { one: 'In the next # day', other: 'In the next # days' })}`;
  if (direction === 'last')
    return t`${plural(days, { one: 'In the last # day', other: 'In the last # days' })}`;
  const { from, to } = readSpan(value, '');
  const first = from === null ? '' : formatCalendarDay(from);
  const last = to === null ? '' : formatCalendarDay(to);
  if (from !== null && from === to) return formatCalendarDay(from);
  if (from === null) return t`Until ${last}`;
  return to === null ? t`From ${first}` : t`${first} – ${last}`;
}

/** Explains what is wrong with the filter in the URL. */
export function explainProblem({ kind, part }: FilterProblem): string {
  const { conditions, values, depth } = FILTER_LIMITS;
  switch (kind) {
    case 'field':
      return t`There’s no field “${part}”.`;
    case 'tooMany':
      return t`A filter can have up to ${conditions} conditions.`;
    case 'tooManyValues':
      return t`A filter can have up to ${values} values.`;
    case 'tooDeep':
      return t`Groups can be nested up to ${depth} levels.`;
    case 'tooLong':
      return t`The filter is too long.`;
    case 'mixed':
      return t`“${part}” mixes “and” with “or”. Add brackets.`;
    default:
      return part === '' ? t`Part of the filter is empty.` : t`Can’t read “${part}”.`;
  }
}
