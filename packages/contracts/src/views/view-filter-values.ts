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
import type { Priority, StatusCategory } from '#model/task-values.ts';
import {
  isGroup,
  type Condition,
  type FilterField,
  type FilterGroup,
  type FilterItem,
} from './view-values.ts';

/** What a filter looks at. */
export interface FilteredTask {
  id: string;
  title: string;
  statusId: string;
  priority: Priority;
  assigneeIds: readonly string[];
  watcherIds: readonly string[];
  labelIds: readonly string[];
  typeId: string | null;
  projectId: string | null;
  /** `hidden` where it is one that the reader may not know of. */
  parentId: string | null;
  milestoneId: string | null;
  cycleId: string | null;
  triage: object | null;
  startDate: string | null;
  dueDate: string | null;
  estimate: number | null;
  trackedSeconds: number;
  repeat: object | null;
  createdBy: string | null;
  reporterId: string | null;
  createdAt: string;
  updatedAt: string;
  closedAt: string | null;
  custom: FieldValues;
}

/** What its words mean at this moment to this person. */
export interface FilterContext {
  me: string;
  /** `2026-11-20`, where the person is. */
  today: string;
  /** The present instant. */
  now: string;
  /** The instant at which a day begins there. */
  startOf: (day: string) => string;
  /** The cycles that run now, or come next, of whatever project. */
  cyclesOf: (which: 'current' | 'next') => readonly string[];
  statusesOf: (category: StatusCategory) => readonly string[];
  /** Does something that is not finished keep a task from going on? */
  isBlocked: (taskId: string) => boolean;
  /** What computed fields give, by their ids. */
  formulas?: Formulas;
}

type TaskTest = (task: FilteredTask) => boolean;

/** Values from `from` to `to`, both included; null where it is open. */
interface Span {
  from: string | null;
  to: string | null;
}

/**
 * Compiles a filter to a function; what waits in triage passes none. Days and persons are looked up once,
 * here, so that it stays cheap over every task of a team.
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
  const id = value === 'me' ? context.me : value;
  if (isCustomFieldName(field)) {
    const test = compileCustomFieldValue(value, context);
    const fieldId = idOfCustomField(field);
    const compute = context.formulas?.get(fieldId);
    if (compute !== undefined) return (task) => test(compute(task));
    return ({ custom }) => test(custom[fieldId]);
  }
  switch (field) {
    case 'status':
      return (task) => task.statusId === value;
    case 'category': {
      const statuses = new Set(context.statusesOf(value as StatusCategory));
      return (task) => statuses.has(task.statusId);
    }
    case 'priority':
      return (task) => task.priority === value;
    case 'assignee':
      return isNone ? (task) => task.assigneeIds.length === 0 : (task) => task.assigneeIds.includes(id);
    case 'label':
      return isNone ? (task) => task.labelIds.length === 0 : (task) => task.labelIds.includes(id);
    case 'type':
      return isNone ? (task) => task.typeId === null : (task) => task.typeId === value;
    case 'project':
      return isNone ? (task) => task.projectId === null : (task) => task.projectId === value;
    case 'milestone':
      return isNone ? (task) => task.milestoneId === null : (task) => task.milestoneId === value;
    case 'cycle': {
      if (isNone) return (task) => task.cycleId === null;
      const cycles = new Set(value === 'current' || value === 'next' ? context.cyclesOf(value) : [value]);
      return (task) => task.cycleId !== null && cycles.has(task.cycleId);
    }
    case 'creator':
      return isNone ? (task) => task.createdBy === null : (task) => task.createdBy === id;
    case 'reporter':
      return isNone ? (task) => task.reporterId === null : (task) => task.reporterId === id;
    case 'watcher':
      return isNone ? (task) => task.watcherIds.length === 0 : (task) => task.watcherIds.includes(id);
    case 'title': {
      const words = foldComposed(value);
      return (task) => foldComposed(task.title).includes(words);
    }
    case 'estimate': {
      const { from, to } = readSpan(value, context.today);
      const [least, most] = [from === null ? 0 : Number(from), to === null ? Infinity : Number(to)];
      return isNone
        ? (task) => task.estimate === null
        : ({ estimate }) => estimate !== null && estimate >= least && estimate <= most;
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
      // Finished work is never late.
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

type ValueTest = (held: FieldValue | undefined) => boolean;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Compiles a condition's value to a function of what a task holds. */
function compileCustomFieldValue(value: string, { me, today }: FilterContext): ValueTest {
  const ask = parseCustomFieldCondition(value);
  switch (ask?.kind) {
    case 'none':
      return (held) => held === undefined;
    case 'box':
      return (held) => (held === true) === ask.isTicked;
    case 'me':
      return holds(me);
    case 'id':
      return holds(ask.id);
    case 'words': {
      const words = foldComposed(ask.words);
      return (held) => typeof held === 'string' && foldComposed(held).includes(words);
    }
    case 'number':
      return (held) =>
        typeof held === 'number' &&
        (ask.from === null || held >= ask.from) &&
        (ask.to === null || held <= ask.to);
    case 'day': {
      const { from, to } = readSpan(ask.value, today);
      return (held) =>
        typeof held === 'string' &&
        DAY.test(held) &&
        (from === null || held >= from) &&
        (to === null || held <= to);
    }
    default:
      return () => false;
  }
}

function holds(id: string): ValueTest {
  return (held) => held === id || (Array.isArray(held) && held.includes(id));
}

/** Days by themselves, and moments by the days on which they fall there; what is overdue has passed. */
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

/** The calendar of filters ends with it. */
const LAST_DAY = '9999-12-31';

/** The instants that a value of days stands for, the last one excluded. */
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

/** The days (or points) that a value stands for. The next seven days begin with today; the last seven end with it. */
export function readSpan(value: string, today: string): Span {
  if (value === 'today') return { from: today, to: today };
  if (value === 'overdue') return { from: null, to: addDays(today, -1) };
  const [, way, days] = /^(next|last)(\d+)$/.exec(value) ?? [];
  if (way === 'next') return { from: today, to: addDays(today, Number(days) - 1) };
  if (way === 'last') return { from: addDays(today, 1 - Number(days)), to: today };
  const at = value.indexOf('..');
  if (at === -1) return { from: value, to: value };
  return { from: value.slice(0, at) || null, to: value.slice(at + 2) || null };
}
