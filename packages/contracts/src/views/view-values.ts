import { isSame } from '#core/same.ts';
import type { CustomFieldName } from '#custom-fields/custom-field-query-values.ts';
import { isReferenceField, REFERENCE_FIELDS } from '#model/reference-field-values.ts';
import {
  CHOICE_FIELD_NAMES,
  SCALAR_FIELD_NAMES,
  type ChoiceFieldName,
  type ScalarField,
} from '#model/scalar-field-values.ts';
import type { Column } from './view-columns-values.ts';

/*
 * Filters, groups and sort orders of tasks. Kept out of the schema files: the browser runs the same filters as the server without the
 * schema library. Unlisted scalar fields come last.
 */
const LISTED_FILTERS = [
  'status',
  'category',
  'priority',
  'assignee',
  'label',
  'type',
  'project',
  'milestone',
  'cycle',
  'start',
  'due',
  'estimate',
  'repeat',
  'parent',
  'blocked',
  'creator',
  'reporter',
  'watcher',
  'created',
  'updated',
  'closed',
  'title',
] as const;
export type FixedFilterField = (typeof LISTED_FILTERS)[number] | ScalarField;
export const FILTER_FIELDS: readonly FixedFilterField[] = [
  ...new Set([...LISTED_FILTERS, ...SCALAR_FIELD_NAMES]),
];
export type FilterField = FixedFilterField | CustomFieldName;

/** `is`: any of the values; `not`: none of them; `all`: all of them, for multi-valued fields. */
export const FILTER_OPS = ['is', 'not', 'all'] as const;
export type FilterOp = (typeof FILTER_OPS)[number];

/**
 * Values are strings in URL syntax: ids, `me` and `none`; for dates `today`, `overdue`, `next7`, `last7`, a day, or a range such as
 * `2026-11-01..2026-11-30`, open at either end; for estimates `5`, `0.5`, `3..8`; for repeating and blocked `yes`, `no`; for titles a
 * substring; for cycles `current` and `next`, of every project.
 */
export interface Condition {
  field: FilterField;
  op: FilterOp;
  values: readonly string[];
}

export interface FilterGroup {
  match: 'all' | 'any';
  items: readonly FilterItem[];
}
export type FilterItem = Condition | FilterGroup;

export const NO_FILTER: FilterGroup = { match: 'all', items: [] };

/** Maximum size of a filter. */
export const FILTER_LIMITS = {
  conditions: 50,
  values: 50,
  depth: 3,
  titleText: 100,
  text: 4000,
  sorts: 4,
} as const;

const LISTED_GROUPS = [
  'none',
  'status',
  'priority',
  'assignee',
  'reporter',
  'watcher',
  'label',
  'type',
  'project',
  'milestone',
  'cycle',
  'due',
] as const;
export type FixedGroupField = (typeof LISTED_GROUPS)[number] | ChoiceFieldName;
export const GROUP_FIELDS: readonly FixedGroupField[] = [
  ...new Set([...LISTED_GROUPS, ...CHOICE_FIELD_NAMES]),
];
export type GroupField = FixedGroupField | CustomFieldName;

/** `manual`: the order in which users arranged the tasks. */
const LISTED_SORTS = [
  'manual',
  'status',
  'priority',
  'assignee',
  'label',
  'due',
  'start',
  'estimate',
  'type',
  'project',
  'milestone',
  'cycle',
  'title',
  'reporter',
  'creator',
  'watcher',
  'created',
  'updated',
  'closed',
  'key',
] as const;
export type FixedSortField = (typeof LISTED_SORTS)[number] | ScalarField;
export const SORT_FIELDS: readonly FixedSortField[] = [...new Set([...LISTED_SORTS, ...SCALAR_FIELD_NAMES])];
export type SortField = FixedSortField | CustomFieldName;

export interface SortKey {
  field: SortField;
  isDescending: boolean;
}

export const LAYOUTS = ['list', 'board', 'table', 'calendar', 'timeline', 'workload'] as const;
export type Layout = (typeof LAYOUTS)[number];

/** The visible time range. */
export const SCALES = ['day', 'week', 'month', 'quarter'] as const;
export type Scale = (typeof SCALES)[number];

export interface TaskView {
  layout: Layout;
  filter: FilterGroup;
  group: GroupField;
  /** Swimlanes of a board or nested headings of a list. Never the same as `group`. */
  subGroup: GroupField;
  sort: readonly SortKey[];
  isEmptyHidden: boolean;
  /** Only for tables. */
  columns: readonly Column[];
  /** For timelines, any scale. For calendars, week or month. For workload, day or week. */
  scale: Scale;
  /** Timelines: whether the critical path is shown. */
  isPathShown: boolean;
  /** Boards: whether covers are shown. */
  areCoversShown: boolean;
}

export function isGroup(item: FilterItem): item is FilterGroup {
  return 'items' in item;
}

export function opsOf(field: FilterField): readonly FilterOp[] {
  // Titles can contain several substrings, and custom fields may be multi-select.
  const hasSeveral = isReferenceField(field)
    ? REFERENCE_FIELDS[field].kind === 'list'
    : field === 'title' || field.startsWith('own.');
  return hasSeveral ? FILTER_OPS : ['is', 'not'];
}

/** Returns all conditions of a filter, at any depth. */
export function listConditions(filter: FilterGroup): Condition[] {
  return filter.items.flatMap((item) => (isGroup(item) ? listConditions(item) : [item]));
}

/** Returns the projects that a filter names explicitly. Their tasks are shown even if archived. */
export function listNamedProjects(filter: FilterGroup): string[] {
  return listConditions(filter).flatMap(({ field, op, values }) =>
    field === 'project' && op !== 'not' ? values : [],
  );
}

/** Implication: whether every task that matches `next` also matches `former`. Returns false if this is uncertain. */
export function isNarrower(next: FilterGroup, former: FilterGroup): boolean {
  if (former.items.length === 0) return true;
  if (next.match !== 'all' || former.match !== 'all') return isSame(next, former);
  return former.items.every((item) => next.items.some((other) => isStricter(other, item)));
}

function isStricter(next: FilterItem, former: FilterItem): boolean {
  if (isSame(next, former)) return true;
  if (isGroup(next) || isGroup(former) || next.field !== former.field || next.op !== former.op) return false;
  if (next.field === 'title') {
    // A longer substring implies the shorter substring. For negation, it is the reverse.
    const [a = '', b = ''] = [next, former].map(({ values }) => (values[0] ?? '').normalize('NFC'));
    const isOne = next.values.length === 1 && former.values.length === 1;
    return isOne && (next.op === 'not' ? b.includes(a) : a.includes(b));
  }
  return next.op === 'is'
    ? next.values.every((value) => former.values.includes(value))
    : former.values.every((value) => next.values.includes(value));
}

/** Parameters of a view's text, in URL syntax. */
export const VIEW_KEYS = [
  'view',
  'filter',
  'group',
  'rows',
  'sort',
  'empty',
  'columns',
  'scale',
  'path',
  'covers',
] as const;
export type ViewKey = (typeof VIEW_KEYS)[number];
