import { isCustomFieldName, parseCustomFieldCondition } from '#custom-fields/custom-field-query-values.ts';
import { isReferenceField, REFERENCE_FIELDS, type ReferenceField } from '#model/reference-field-values.ts';
import { isScalarField, isScalarValue, SCALAR_FIELDS, type ScalarField } from '#model/scalar-field-values.ts';
import { STATUS_CATEGORIES } from '#model/task-values.ts';
import {
  FILTER_LIMITS,
  isGroup,
  listConditions,
  opsOf,
  type Condition,
  type FilterField,
  type FilterGroup,
  type FilterItem,
} from './view-values.ts';

/** An invalid filter, and the part that is invalid. The web app localizes the message. */
export interface FilterProblem {
  kind:
    | 'field'
    | 'op'
    | 'value'
    | 'mixed'
    | 'unread'
    | 'tooMany'
    | 'tooManyValues'
    | 'tooDeep'
    | 'tooLong'
    | 'empty';
  part: string;
}

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const NEAR = /^(next|last)([1-9]\d{0,2})$/;
const MAX_DAYS_AWAY = 366;
// oxlint-disable-next-line no-control-regex -- control characters are rejected intentionally
const PLAIN_LINE = /^[^\u0000-\u001f\u007f\ud800-\udfff]+$/u;

/** Keywords allowed as values, by field. */
const KEYWORDS: Partial<Record<FilterField, readonly string[]>> = {
  start: ['none', 'today'],
  due: ['none', 'today', 'overdue'],
  created: ['today'],
  updated: ['today'],
  closed: ['none', 'today'],
  repeat: ['yes', 'no'],
  parent: ['none'],
  blocked: ['yes', 'no'],
  category: STATUS_CATEGORIES,
};

export function isFilterValue(field: FilterField, value: string): boolean {
  if (isCustomFieldName(field)) return isCustomFieldFilterValue(value);
  if (isScalarField(field)) return isScalarFilterValue(field, value);
  if (isReferenceField(field)) return ID.test(value) || isReferenceKeyword(field, value);
  if (KEYWORDS[field]?.includes(value) === true) return true;
  switch (field) {
    case 'category':
    case 'repeat':
    case 'blocked':
      return false;
    case 'title':
      return value.length <= FILTER_LIMITS.titleText && value === value.trim() && PLAIN_LINE.test(value);
    case 'start':
    case 'due':
    case 'created':
    case 'updated':
    case 'closed':
      return isNear(value) || isRange(value, isDay, (from, to) => from <= to);
    case 'parent':
      return ID.test(value);
  }
}

function isReferenceKeyword(field: ReferenceField, value: string): boolean {
  const { kind, to } = REFERENCE_FIELDS[field];
  if (value === 'none') return kind !== 'required';
  return (to === 'user' && value === 'me') || (to === 'cycle' && (value === 'current' || value === 'next'));
}

function isCustomFieldFilterValue(value: string): boolean {
  const condition = parseCustomFieldCondition(value);
  if (condition === null) return false;
  if (condition.kind === 'words') return isFilterValue('title', condition.words);
  if (condition.kind !== 'day') return true;
  return value === 'today' || isNear(value) || isRange(value, isDay, (from, to) => from <= to);
}

/** Validates a filter. @returns null for a valid filter */
export function checkFilter(filter: FilterGroup): FilterProblem | null {
  if (filter.items.length === 0) return filter.match === 'all' ? null : { kind: 'empty', part: '' };
  const conditions = listConditions(filter);
  if (conditions.length > FILTER_LIMITS.conditions) return { kind: 'tooMany', part: '' };
  if (depthOf(filter) > FILTER_LIMITS.depth) return { kind: 'tooDeep', part: '' };
  if (hasEmptyGroup(filter)) return { kind: 'empty', part: '()' };
  for (const condition of conditions) {
    const problem = checkCondition(condition);
    if (problem !== null) return problem;
  }
  return null;
}

function checkCondition({ field, op, values }: Condition): FilterProblem | null {
  if (!opsOf(field).includes(op)) return { kind: 'op', part: `${field}-${op}` };
  if (values.length === 0) return { kind: 'empty', part: field };
  if (values.length > FILTER_LIMITS.values) return { kind: 'tooManyValues', part: field };
  const wrong = values.find((value, at) => !isFilterValue(field, value) || values.indexOf(value) !== at);
  return wrong === undefined ? null : { kind: 'value', part: `${field}: ${wrong}` };
}

/** Describes a problem in English, for API clients. */
export function describeFilterProblem({ kind, part }: FilterProblem): string {
  const { conditions, values, depth, text } = FILTER_LIMITS;
  return {
    field: `has “${part}”, which isn’t a field to filter by`,
    op: `has “${part}”, which isn’t a comparison`,
    value: `has “${part}”, which isn’t a value of that field or is repeated`,
    mixed: `mixes ; and / in “${part}”: put brackets around one of them`,
    unread: `can’t be read at “${part}”: a condition looks like field:value,value`,
    tooMany: `can have up to ${conditions} conditions`,
    tooManyValues: `can have up to ${values} values for ${part}`,
    tooDeep: `can have groups up to ${depth} levels deep`,
    tooLong: `must be ${text} characters or fewer`,
    empty: `has an empty part: “${part}”`,
  }[kind];
}

function depthOf(item: FilterItem): number {
  return isGroup(item) ? 1 + Math.max(0, ...item.items.map(depthOf)) : 0;
}

function hasEmptyGroup(group: FilterGroup): boolean {
  return group.items.some((item) => isGroup(item) && (item.items.length === 0 || hasEmptyGroup(item)));
}

function isNear(value: string): boolean {
  const [, , days] = NEAR.exec(value) ?? [];
  return days !== undefined && Number(days) <= MAX_DAYS_AWAY;
}

function isRange(
  value: string,
  isEnd: (end: string) => boolean,
  isOrdered: (from: string, to: string) => boolean,
): boolean {
  const at = value.indexOf('..');
  if (at === -1) return isEnd(value);
  const [from, to] = [value.slice(0, at), value.slice(at + 2)];
  if (from === '' || to === '') return isEnd(from + to);
  // A range of one value must be written as that value.
  return isEnd(from) && isEnd(to) && from !== to && isOrdered(from, to);
}

function isDay(text: string): boolean {
  if (!DAY.test(text) || text.startsWith('0000')) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Whether the value is a valid choice, or a number or range of numbers in canonical spelling. */
function isScalarFilterValue(field: ScalarField, value: string): boolean {
  if (SCALAR_FIELDS[field].kind === 'choice') return isScalarValue(field, value);
  const isEnd = (text: string) => String(Number(text)) === text && isScalarValue(field, Number(text));
  return value === 'none' || isRange(value, isEnd, (from, to) => Number(from) <= Number(to));
}
