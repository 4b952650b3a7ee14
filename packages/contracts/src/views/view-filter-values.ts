import { addDays } from '#core/days.ts';
import { foldComposed } from '#core/fold.ts';
import type { FieldValue, FieldValues } from '#custom-fields/custom-field-values.ts';
import { isMoment } from '#core/moment-values.ts';
import {
  idOfCustomField,
  isCustomFieldName,
  parseCustomFieldCondition,
} from '#custom-fields/custom-field-query-values.ts';
import type { Formulas } from '#custom-fields/formula-compute-values.ts';
import {
  isReferenceField,
  REFERENCE_FIELDS,
  type ReferenceField,
  type ReferenceValues,
} from '#model/reference-field-values.ts';
import {
  isScalarField,
  SCALAR_FIELDS,
  type ScalarField,
  type ScalarValues,
} from '#model/scalar-field-values.ts';
import type { StatusCategory } from '#model/task-values.ts';
import {
  isGroup,
  type Condition,
  type FilterField,
  type FilterGroup,
  type FilterItem,
} from './view-values.ts';

/** The task properties used by filters. */
export interface FilteredTask extends ScalarValues, ReferenceValues {
  id: string;
  title: string;
  /** `hidden` if the reader may not see the parent. */
  parentId: string | null;
  triage: object | null;
  startDate: string | null;
  dueDate: string | null;
  trackedSeconds: number;
  repeat: object | null;
  createdAt: string;
  updatedAt: string;
  closedAt: string | null;
  custom: FieldValues;
}

/** Context for resolving relative values: the current time and user. */
export interface FilterContext {
  me: string;
  /** `2026-11-20`, in the user's time zone. */
  today: string;
  /** The current time. */
  now: string;
  /** Returns the timestamp at which a day begins in that time zone. */
  startOf: (day: string) => string;
  /** Ids of the current or next cycles of all projects. */
  cyclesOf: (which: 'current' | 'next') => readonly string[];
  statusesOf: (category: StatusCategory) => readonly string[];
  /** Whether the task is blocked by an unfinished task. */
  isBlocked: (taskId: string) => boolean;
  /** Compiled formulas of computed fields. */
  formulas?: Formulas;
}

type TaskTest = (task: FilteredTask) => boolean;

/** Values from `from` to `to`, inclusive. Null if unbounded. */
interface Span {
  from: string | null;
  to: string | null;
}

/**
 * Compiles a filter to a predicate. Tasks in triage never match. Days and users are resolved once here, to keep the evaluation of all tasks
 * of a team cheap.
 */
export function compileFilter(filter: FilterGroup, context: FilterContext): TaskTest {
  const passes = compileItem(filter, context);
  return (task) => task.triage === null && passes(task);
}

function compileItem(item: FilterItem, context: FilterContext): TaskTest {
  if (!isGroup(item)) return compileCondition(item, context);
  const tests = item.items.map((one) => compileItem(one, context));
  if (tests.length === 1 && tests[0] !== undefined) return tests[0];
  return item.match === 'all'
    ? (task) => tests.every((test) => test(task))
    : (task) => tests.some((test) => test(task));
}

function compileCondition({ field, op, values }: Condition, context: FilterContext): TaskTest {
  const tests = values.map((value) => compileValue(field, value, context));
  const [first] = tests;
  const isAny: TaskTest =
    tests.length === 1 && first !== undefined ? first : (task) => tests.some((test) => test(task));
  if (op === 'all') return (task) => tests.every((test) => test(task));
  return op === 'is' ? isAny : (task) => !isAny(task);
}

function compileValue(field: FilterField, value: string, context: FilterContext): TaskTest {
  const isNone = value === 'none';
  if (isCustomFieldName(field)) {
    const test = compileCustomFieldValue(value, context);
    const fieldId = idOfCustomField(field);
    const compute = context.formulas?.get(fieldId);
    if (compute !== undefined) return (task) => test(compute(task));
    return ({ custom }) => test(custom[fieldId]);
  }
  if (isScalarField(field)) return compileScalar(field, value);
  if (isReferenceField(field)) return compileReference(field, value, context);
  switch (field) {
    case 'category': {
      const statuses = new Set(context.statusesOf(value as StatusCategory));
      return (task) => statuses.has(task.statusId);
    }
    case 'title': {
      const folded = foldComposed(value);
      return (task) => foldComposed(task.title).includes(folded);
    }
    case 'repeat':
      return value === 'yes' ? (task) => task.repeat !== null : (task) => task.repeat === null;
    case 'parent':
      return isNone ? (task) => task.parentId === null : (task) => task.parentId === value;
    case 'blocked':
      return value === 'yes' ? (task) => context.isBlocked(task.id) : (task) => !context.isBlocked(task.id);
    case 'start':
      return isNone ? (task) => task.startDate === null : compileDay(value, context, 'startDate');
    case 'due': {
      if (isNone) return (task) => task.dueDate === null;
      const isDue = compileDay(value, context, 'dueDate');
      // Closed tasks are never overdue.
      return value === 'overdue' ? (task) => task.closedAt === null && isDue(task) : isDue;
    }
    case 'created':
      return compileInstant(value, context, 'createdAt');
    case 'updated':
      return compileInstant(value, context, 'updatedAt');
    case 'closed':
      return isNone ? (task) => task.closedAt === null : compileInstant(value, context, 'closedAt');
  }
}

function compileReference(field: ReferenceField, value: string, context: FilterContext): TaskTest {
  const { key, kind } = REFERENCE_FIELDS[field];
  if (value === 'none')
    return kind === 'list' ? (task) => task[key].length === 0 : (task) => task[key] === null;
  if (field === 'cycle' && (value === 'current' || value === 'next')) {
    const cycles = new Set(context.cyclesOf(value));
    return ({ cycleId }) => cycleId !== null && cycles.has(cycleId);
  }
  const id = value === 'me' ? context.me : value;
  return kind === 'list' ? (task) => task[key].includes(id) : (task) => task[key] === id;
}

function compileScalar(field: ScalarField, value: string): TaskTest {
  if (SCALAR_FIELDS[field].kind === 'choice') return (task) => task[field] === value;
  if (value === 'none') return (task) => task[field] === null;
  const { from, to } = readSpan(value, '');
  const [least, most] = [from === null ? 0 : Number(from), to === null ? Infinity : Number(to)];
  return (task) => {
    const fieldValue = task[field];
    return typeof fieldValue === 'number' && fieldValue >= least && fieldValue <= most;
  };
}

type ValueTest = (fieldValue: FieldValue | undefined) => boolean;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Compiles the value of a condition to a predicate on custom field values. */
function compileCustomFieldValue(value: string, { me, today }: FilterContext): ValueTest {
  const condition = parseCustomFieldCondition(value);
  switch (condition?.kind) {
    case 'none':
      return (fieldValue) => fieldValue === undefined;
    case 'box':
      return (fieldValue) => (fieldValue === true) === condition.isTicked;
    case 'me':
      return holds(me);
    case 'id':
      return holds(condition.id);
    case 'words': {
      const folded = foldComposed(condition.words);
      return (fieldValue) => typeof fieldValue === 'string' && foldComposed(fieldValue).includes(folded);
    }
    case 'number':
      return (fieldValue) =>
        typeof fieldValue === 'number' &&
        (condition.from === null || fieldValue >= condition.from) &&
        (condition.to === null || fieldValue <= condition.to);
    case 'day': {
      const { from, to } = readSpan(condition.value, today);
      return (fieldValue) =>
        typeof fieldValue === 'string' &&
        DAY.test(fieldValue) &&
        (from === null || fieldValue >= from) &&
        (to === null || fieldValue <= to);
    }
    default:
      return () => false;
  }
}

function holds(id: string): ValueTest {
  return (fieldValue) => fieldValue === id || (Array.isArray(fieldValue) && fieldValue.includes(id));
}

/** Compiles a condition on dates: days match directly, timestamps by their local day. Timestamps are overdue once they have passed. */
function compileDay(value: string, context: FilterContext, field: 'startDate' | 'dueDate'): TaskTest {
  const { from, to } = readSpan(value, context.today);
  const moments = value === 'overdue' ? { from: null, before: context.now } : readInstants(value, context);
  return (task) => {
    const when = task[field];
    if (when === null) return false;
    if (isMoment(when))
      return (
        (moments.from === null || when >= moments.from) && (moments.before === null || when < moments.before)
      );
    return (from === null || when >= from) && (to === null || when <= to);
  };
}

function compileInstant(
  value: string,
  context: FilterContext,
  field: 'createdAt' | 'updatedAt' | 'closedAt',
): TaskTest {
  const { from, before } = readInstants(value, context);
  return (task) => {
    const instant = task[field];
    return instant !== null && (from === null || instant >= from) && (before === null || instant < before);
  };
}

/** The last day that filters support. */
const LAST_DAY = '9999-12-31';

/** Converts a value of days to a range of timestamps. The end is exclusive. */
export function readInstants(
  value: string,
  { today, startOf }: Pick<FilterContext, 'today' | 'startOf'>,
): { from: string | null; before: string | null } {
  const { from, to } = readSpan(value, today);
  return {
    from: from === null ? null : startOf(from),
    before: to === null || to === LAST_DAY ? null : startOf(addDays(to, 1)),
  };
}

/** Converts a value to a range of days or points. `next7` starts today, `last7` ends today. */
export function readSpan(value: string, today: string): Span {
  if (value === 'today') return { from: today, to: today };
  if (value === 'overdue') return { from: null, to: addDays(today, -1) };
  const [, direction, days] = /^(next|last)(\d+)$/.exec(value) ?? [];
  if (direction === 'next') return { from: today, to: addDays(today, Number(days) - 1) };
  if (direction === 'last') return { from: addDays(today, 1 - Number(days)), to: today };
  const at = value.indexOf('..');
  if (at === -1) return { from: value, to: value };
  return { from: value.slice(0, at) || null, to: value.slice(at + 2) || null };
}
