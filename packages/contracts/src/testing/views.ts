import * as fc from 'fast-check';
import { arbitraryScalarFilters, arbitraryScalars } from './scalars.ts';
import type { FieldValue } from '#custom-fields/custom-field-values.ts';
import {
  isCustomFieldName,
  toCustomFieldName,
  WORDS_SIGN,
} from '#custom-fields/custom-field-query-values.ts';
import { STATUS_CATEGORIES, type StatusCategory } from '#model/task-values.ts';
import type { FilteredTask } from '#views/view-filter-values.ts';
import {
  FILTER_FIELDS,
  opsOf,
  type Condition,
  type FilterField,
  type FixedFilterField,
  type FilterGroup,
} from '#views/view-values.ts';

/** Small sets of values, to make random filters match random tasks often: few users, labels and projects, and days close together. */
const ids = (kind: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `00000000-0000-4000-8000-0000000000${kind}${at}`);
export const [PEOPLE, LABELS, PROJECTS, STATUSES] = [ids(1, 4), ids(2, 4), ids(3, 3), ids(4, 6)];
/** Two milestones per project, in the order of the projects. */
export const MILESTONES = ids(5, 6);
/** A field of each type with separate comparison logic. */
export const OWN_FIELDS = (
  ['text', 'number', 'date', 'select', 'multiSelect', 'person', 'checkbox', 'relation'] as const
).map((type, at) => ({ id: `00000000-0000-4000-8000-00000000006${at}`, type }));
export const OPTIONS = ids(7, 3);
/** Ids of related tasks. */
export const OTHERS = ids(0, 3);
export const OWN_NAMES = OWN_FIELDS.map(({ id }) => toCustomFieldName(id));
/** The current and the next cycle of each project, in the order of the projects. */
export const CYCLES = ids(8, 6);
export const CYCLES_OF = {
  current: CYCLES.filter((_, at) => at % 2 === 0),
  next: CYCLES.filter((_, at) => at % 2 === 1),
};
export const TYPES = ids(9, 3);
/** Every second task is blocked by an open task. */
const TASKS = Array.from({ length: 4 }, (_, at) => `00000000-0000-4000-8000-00000000010${at}`);
export const BLOCKED: ReadonlySet<string> = new Set(TASKS.filter((_, at) => at % 2 === 0));
export const [ME = ''] = PEOPLE;
export const TODAY = '2028-02-29';
export const CATEGORIES_OF: Readonly<Record<string, StatusCategory>> = Object.fromEntries(
  STATUSES.map((id, at) => [id, STATUS_CATEGORIES[at % STATUS_CATEGORIES.length] as StatusCategory]),
);
const DAYS = ['2028-02-20', '2028-02-28', TODAY, '2028-03-01', '2028-03-06', '2028-03-07', '2029-01-01'];
/** Includes the first and the last timestamps of a day in UTC and in UTC+5:30. */
const INSTANTS = [
  '2028-02-20T12:00:00.000Z',
  '2028-02-28T18:29:59.999Z',
  '2028-02-28T18:30:00.000Z',
  '2028-02-29T00:00:00.000Z',
  '2028-02-29T18:30:00.000Z',
  '2028-03-01T23:59:59.999Z',
];
/** Timestamps before, within a minute of, and after `NOW`. */
export const NOW = '2028-02-29T09:30:20.000Z';
const MOMENTS = [
  '2028-02-28T18:29:00.000Z',
  '2028-02-28T18:30:00.000Z',
  '2028-02-29T09:30:00.000Z',
  '2028-02-29T09:31:00.000Z',
  '2028-02-29T18:30:00.000Z',
  '2028-03-06T18:29:00.000Z',
  '2029-01-01T12:00:00.000Z',
];
const WORDS = ['a', 'B', 'é', 'Straße', 'a b', 'x*(y)', 'c,d:e;/', 'कार्य', '.5', '-'];

const day = fc.constantFrom(...DAYS);
const when = fc.constantFrom(...DAYS, ...MOMENTS);
const dayRange = fc.tuple(day, day).map(([a, b]) => (a === b ? a : a < b ? `${a}..${b}` : `${b}..${a}`));
const days = fc.oneof(
  day,
  dayRange,
  day.map((from) => `${from}..`),
  day.map((to) => `..${to}`),
  fc.constantFrom('today', 'next1', 'next7', 'last1', 'last7', 'next366'),
);

const VALUES: Record<FixedFilterField, fc.Arbitrary<string>> = {
  status: fc.constantFrom(...STATUSES),
  category: fc.constantFrom(...STATUS_CATEGORIES),
  ...arbitraryScalarFilters,
  assignee: fc.constantFrom(...PEOPLE, 'me', 'none'),
  label: fc.constantFrom(...LABELS, 'none'),
  type: fc.constantFrom(...TYPES, 'none'),
  project: fc.constantFrom(...PROJECTS, 'none'),
  milestone: fc.constantFrom(...MILESTONES, 'none'),
  cycle: fc.constantFrom(...CYCLES, 'current', 'next', 'none'),
  start: fc.oneof(days, fc.constant('none')),
  due: fc.oneof(days, fc.constantFrom('none', 'overdue')),
  repeat: fc.constantFrom('yes', 'no'),
  parent: fc.constantFrom(...OTHERS, 'none'),
  blocked: fc.constantFrom('yes', 'no'),
  creator: fc.constantFrom(...PEOPLE, 'me', 'none'),
  reporter: fc.constantFrom(...PEOPLE, 'me', 'none'),
  watcher: fc.constantFrom(...PEOPLE, 'me', 'none'),
  created: days,
  updated: days,
  closed: fc.oneof(days, fc.constant('none')),
  title: fc.constantFrom(...WORDS),
};

/** Values for any custom field. Values of another type match nothing. */
const ownValues = fc.oneof(
  days,
  fc.constantFrom(...OPTIONS, ...OTHERS, ...PEOPLE, 'me', 'none', 'none', 'yes', 'no'),
  fc.constantFrom('-2', '0.5', '12', '-2..1', '1..', '..0.5'),
  fc.constantFrom(...WORDS).map((text) => `${WORDS_SIGN}${text}`),
);

function valuesOf(field: FilterField): fc.Arbitrary<string> {
  return isCustomFieldName(field) ? ownValues : VALUES[field];
}

const anyField = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom<FilterField>(...FILTER_FIELDS) },
  { weight: 1, arbitrary: fc.constantFrom<FilterField>(...OWN_NAMES) },
);
const condition: fc.Arbitrary<Condition> = anyField.chain((field) =>
  fc.record({
    field: fc.constant(field),
    op: fc.constantFrom(...opsOf(field)),
    values: fc.uniqueArray(valuesOf(field), { minLength: 1, maxLength: 3 }),
  }),
);

function group(depth: number, least: number): fc.Arbitrary<FilterGroup> {
  const item = depth === 1 ? condition : fc.oneof({ weight: 3, arbitrary: condition }, group(depth - 1, 1));
  return fc
    .record({
      match: fc.constantFrom('all' as const, 'any' as const),
      items: fc.array(item, { minLength: least, maxLength: 3 }),
    })
    .map(({ match, items }) => ({ match: items.length === 0 ? 'all' : match, items }));
}

/** Any valid filter with conditions that can match an `arbitraryTask`. */
export const arbitraryFilter: fc.Arbitrary<FilterGroup> = group(3, 0);

const someOf = (list: readonly string[]) => fc.subarray([...list], { maxLength: 2 });
const orNone = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null, freq: 3 });

const HELD: Record<(typeof OWN_FIELDS)[number]['type'], fc.Arbitrary<FieldValue>> = {
  text: fc.constantFrom('a', 'B', 'É', 'a b', 'Straße', '12', '2028-02-28', 'कार्य'),
  number: fc.constantFrom(-2, 0, 0.5, 12, 1_000_000),
  date: day,
  select: fc.constantFrom(...OPTIONS),
  multiSelect: fc.subarray([...OPTIONS], { minLength: 1 }),
  person: fc.constantFrom(...PEOPLE),
  checkbox: fc.constant(true),
  relation: fc.subarray([...OTHERS], { minLength: 1 }),
};
const custom = fc
  .tuple(...OWN_FIELDS.map(({ type }) => orNone(HELD[type])))
  .map((values) =>
    Object.fromEntries(
      values.flatMap((value, at) => (value === null ? [] : [[OWN_FIELDS[at]?.id ?? '', value]])),
    ),
  );

export const arbitraryTask: fc.Arbitrary<FilteredTask> = fc
  .record({
    id: fc.constantFrom(...TASKS),
    title: fc
      .array(fc.constantFrom(...WORDS, 'É', 'A B', 'X'), { minLength: 1, maxLength: 3 })
      .map((text) => text.join('')),
    statusId: fc.constantFrom(...STATUSES),
    ...arbitraryScalars,
    assigneeIds: someOf(PEOPLE),
    watcherIds: someOf(PEOPLE),
    labelIds: someOf(LABELS),
    projectId: orNone(fc.constantFrom(...PROJECTS)),
    typeId: orNone(fc.constantFrom(...TYPES)),
    parentId: orNone(fc.constantFrom(...OTHERS)),
    startDate: orNone(when),
    dueDate: orNone(when),
    trackedSeconds: fc.constant(0),
    repeat: orNone(fc.constant({ mode: 'schedule', rule: 'FREQ=DAILY', timeZone: 'UTC' })),
    createdBy: orNone(fc.constantFrom(...PEOPLE)),
    reporterId: orNone(fc.constantFrom(...PEOPLE)),
    createdAt: fc.constantFrom(...INSTANTS),
    updatedAt: fc.constantFrom(...INSTANTS),
    closedAt: orNone(fc.constantFrom(...INSTANTS)),
    custom,
    waits: fc.oneof(
      { weight: 3, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.constantFrom(null, '2028-03-01') },
    ),
    milestone: fc.constantFrom(0, 1, null),
    cycle: fc.constantFrom(0, 1, null),
  })
  .map(({ milestone, cycle, waits, ...task }) => ({
    ...task,
    triage:
      waits === undefined ||
      task.projectId === null ||
      ['completed', 'cancelled'].includes(CATEGORIES_OF[task.statusId] ?? '')
        ? null
        : { since: '2028-01-01T00:00:00.000Z', until: waits },
    milestoneId: findOwn(MILESTONES, task.projectId, milestone),
    cycleId: findOwn(CYCLES, task.projectId, cycle),
  }));

/** Chooses one of the two entities of a project. */
function findOwn(all: readonly string[], projectId: string | null, which: 0 | 1 | null): string | null {
  if (projectId === null || which === null) return null;
  return all[PROJECTS.indexOf(projectId) * 2 + which] ?? null;
}
