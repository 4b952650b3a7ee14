import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { FieldValue } from '#custom-fields/custom-field-values.ts';
import { idOfCustomField, isCustomFieldName } from '#custom-fields/custom-field-query-values.ts';
import { compileFilter, type FilterContext, type FilteredTask } from './view-filter-values.ts';
import {
  arbitraryFilter,
  arbitraryTask,
  BLOCKED,
  CATEGORIES_OF,
  CYCLES_OF,
  ME,
  NOW,
  TODAY,
} from '#testing/views.ts';
import { isNarrower, type Condition, type FilterGroup, type FilterItem } from './view-values.ts';

/** UTC+5:30: days begin five and a half hours earlier than in UTC. */
const AHEAD_MS = 5.5 * 3_600_000;
const context: FilterContext = {
  me: ME,
  today: TODAY,
  now: NOW,
  startOf: (day) => new Date(Date.parse(`${day}T00:00:00Z`) - AHEAD_MS).toISOString(),
  cyclesOf: (which) => CYCLES_OF[which],
  statusesOf: (category) =>
    Object.entries(CATEGORIES_OF)
      .filter(([, own]) => own === category)
      .map(([id]) => id),
  isBlocked: (taskId) => BLOCKED.has(taskId),
};

/*
 * Reference implementation of filters. Days are counted as numbers, all data is looked up again for each task, and no code under test is
 * called.
 */
const numberOfDay = (day: string) => Math.round(Date.UTC(...splitDay(day)) / 86_400_000);
const splitDay = (day: string): [number, number, number] => [
  Number(day.slice(0, 4)),
  Number(day.slice(5, 7)) - 1,
  Number(day.slice(8)),
];
const numberOfInstant = (instant: string) => Math.floor((Date.parse(instant) + AHEAD_MS) / 86_400_000);

function matchesDay(value: string, number: number | null): boolean {
  if (number === null) return value === 'none';
  const today = numberOfDay(TODAY);
  if (value === 'none') return false;
  if (value === 'today') return number === today;
  if (value.startsWith('next')) return number >= today && number < today + Number(value.slice(4));
  if (value.startsWith('last')) return number <= today && number > today - Number(value.slice(4));
  if (!value.includes('..')) return number === numberOfDay(value);
  const [from = '', to = ''] = value.split('..');
  if (from !== '' && number < numberOfDay(from)) return false;
  return to === '' || number <= numberOfDay(to);
}

const ID = /^[0-9a-f-]{36}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

function matchesCustomField(fieldValue: FieldValue | undefined, value: string): boolean {
  if (value === 'none') return fieldValue === undefined;
  if (value === 'yes') return fieldValue === true;
  if (value === 'no') return fieldValue !== true;
  const meant = value === 'me' ? ME : value;
  if (Array.isArray(fieldValue)) return fieldValue.some((one) => one === meant);
  if (typeof fieldValue === 'number') {
    const [from = '', to] = value.split('..');
    const isNumber = (text: string) => text === '' || !Number.isNaN(Number(text));
    if (!isNumber(from) || !isNumber(to ?? '')) return false;
    if (to === undefined) return fieldValue === Number(from);
    return (from === '' || fieldValue >= Number(from)) && (to === '' || fieldValue <= Number(to));
  }
  if (typeof fieldValue !== 'string') return false;
  if (value.startsWith('has.'))
    return new RegExp(value.slice(4).replaceAll(/[.*+()/]/g, String.raw`\$&`), 'iu').test(fieldValue);
  const asksForDays = /^(today|next|last|\d{4}-\d|\.\.\d{4}-\d)/.test(value);
  return asksForDays && DAY.test(fieldValue)
    ? matchesDay(value, numberOfDay(fieldValue))
    : ID.test(meant) && fieldValue === meant;
}

function matches(task: FilteredTask, { field }: Condition, value: string): boolean {
  if (isCustomFieldName(field)) return matchesCustomField(task.custom[idOfCustomField(field)], value);
  const day = (text: string | null) =>
    text === null ? null : text.includes('T') ? numberOfInstant(text) : numberOfDay(text);
  switch (field) {
    case 'status':
      return task.statusId === value;
    case 'category':
      return CATEGORIES_OF[task.statusId] === value;
    case 'assignee':
      if (value === 'none') return task.assigneeIds.length === 0;
      return task.assigneeIds.some((id) => id === (value === 'me' ? ME : value));
    case 'label':
      return value === 'none' ? task.labelIds.length === 0 : task.labelIds.some((id) => id === value);
    case 'type':
      return (task.typeId ?? 'none') === value;
    case 'project':
      return (task.projectId ?? 'none') === value;
    case 'milestone':
      return (task.milestoneId ?? 'none') === value;
    case 'cycle':
      if (value === 'current' || value === 'next') return CYCLES_OF[value].includes(task.cycleId ?? '');
      return (task.cycleId ?? 'none') === value;
    case 'creator':
      return (task.createdBy ?? 'none') === (value === 'me' ? ME : value);
    case 'reporter':
      return (task.reporterId ?? 'none') === (value === 'me' ? ME : value);
    case 'watcher':
      if (value === 'none') return task.watcherIds.length === 0;
      return task.watcherIds.some((id) => id === (value === 'me' ? ME : value));
    case 'parent':
      return (task.parentId ?? 'none') === value;
    case 'blocked':
      return (value === 'yes') === BLOCKED.has(task.id);
    case 'start':
      return matchesDay(value, day(task.startDate));
    case 'due': {
      if (value !== 'overdue') return matchesDay(value, day(task.dueDate));
      if (task.closedAt !== null || task.dueDate === null) return false;
      // Timestamps are overdue by the clock, days by the calendar.
      return task.dueDate.includes('T')
        ? Date.parse(task.dueDate) < Date.parse(NOW)
        : numberOfDay(task.dueDate) < numberOfDay(TODAY);
    }
    case 'created':
      return matchesDay(value, numberOfInstant(task.createdAt));
    case 'updated':
      return matchesDay(value, numberOfInstant(task.updatedAt));
    case 'closed':
      return matchesDay(value, task.closedAt === null ? null : numberOfInstant(task.closedAt));
    case 'repeat':
      return (value === 'yes') === (task.repeat !== null);
    case 'title':
      return new RegExp(value.replaceAll(/[.*+()/]/g, String.raw`\$&`), 'iu').test(task.title);
    default: {
      const fieldValue = task[field];
      if (typeof fieldValue === 'string') return fieldValue === value;
      if (fieldValue === null || value === 'none') return fieldValue === null && value === 'none';
      const [from = '', to] = value.split('..');
      if (to === undefined) return fieldValue === Number(from);
      return fieldValue >= Number(from) && (to === '' || fieldValue <= Number(to));
    }
  }
}

function isLetThrough(task: FilteredTask, item: FilterItem): boolean {
  if ('items' in item) {
    const passing = item.items.filter((one) => isLetThrough(task, one)).length;
    return item.match === 'all' ? passing === item.items.length : passing > 0;
  }
  const meant = item.values.filter((value) => matches(task, item, value)).length;
  if (item.op === 'all') return meant === item.values.length;
  return item.op === 'is' ? meant > 0 : meant === 0;
}

it('matches the reference implementation', () => {
  const tally = { in: 0, out: 0 };
  fc.assert(
    fc.property(
      arbitraryFilter,
      fc.array(arbitraryTask, { minLength: 1, maxLength: 12 }),
      (filter, tasks) => {
        const test = compileFilter(filter, context);
        for (const task of tasks) {
          // Views exclude tasks in triage.
          const expected = task.triage === null && isLetThrough(task, filter);
          tally[expected ? 'in' : 'out'] += 1;
          expect(test(task)).toBe(expected);
        }
      },
    ),
    { numRuns: 3000 },
  );
  // Both outcomes of the filter are covered.
  expect(Math.min(tally.in, tally.out)).toBeGreaterThan(2000);
});

it('detects narrower filters without false positives', () => {
  let count = 0;
  fc.assert(
    fc.property(
      arbitraryFilter,
      arbitraryFilter,
      fc.array(arbitraryTask, { minLength: 1, maxLength: 12 }),
      fc.boolean(),
      (one, more, tasks, isJoined) => {
        const next: FilterGroup =
          isJoined && one.match === 'all' ? { match: 'all', items: [...one.items, ...more.items] } : more;
        if (!isNarrower(next, one)) return;
        count += 1;
        for (const task of tasks) if (isLetThrough(task, next)) expect(isLetThrough(task, one)).toBe(true);
      },
    ),
    { numRuns: 2000 },
  );
  expect(count).toBeGreaterThan(300);
  const title = (value: string, op: 'is' | 'not' = 'is'): FilterGroup => ({
    match: 'all',
    items: [{ field: 'title', op, values: [value] }],
  });
  expect([isNarrower(title('abc'), title('ab')), isNarrower(title('ab'), title('abc'))]).toEqual([
    true,
    false,
  ]);
  // A letter with a combining accent differs from the plain letter.
  expect(isNarrower(title('e\u0301'), title('e'))).toBe(false);
  expect(isNarrower(title('ab', 'not'), title('abc', 'not'))).toBe(true);
});
