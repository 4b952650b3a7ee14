import type { SyncRows } from '@hearth/contracts/sync';
import { expect, it } from 'vitest';
import { createKeysOf, createSlotsOf, dueGroupOf, firstDayOf } from './group-keys.ts';

const today = '2028-02-28';
const task = (fields: Partial<SyncRows['task']>) =>
  ({
    assigneeIds: [],
    labelIds: [],
    projectId: null,
    dueDate: null,
    ...fields,
  }) as unknown as SyncRows['task'];

it('groups due dates by their distance from today', () => {
  const days = ['2028-02-27', today, '2028-02-29', '2028-03-01', '2028-03-05', '2028-03-06', null];
  expect(days.map((day) => dueGroupOf(day, today))).toEqual([
    'before',
    'today',
    'tomorrow',
    'week',
    'week',
    'later',
    'none',
  ]);
});

it('returns a due date within the group to which a task is moved', () => {
  for (const group of ['today', 'tomorrow', 'week', 'later', 'none'] as const) {
    expect(dueGroupOf(firstDayOf(group, today), today)).toBe(group);
  }
});

it('returns a key for each known assignee, project and type, or “none”', () => {
  const keysOf = createKeysOf('assignee', today, new Set(['ann', 'ben']));
  expect(keysOf(task({ assigneeIds: ['ann', 'ben', 'gone'] }))).toEqual(['ann', 'ben']);
  expect([keysOf(task({ assigneeIds: ['gone'] })), keysOf(task({}))]).toEqual([['none'], ['none']]);
  const projects = createKeysOf('project', today, new Set(['web']));
  expect([projects(task({ projectId: 'web' })), projects(task({ projectId: 'gone' }))]).toEqual([
    ['web'],
    ['none'],
  ]);
  const types = createKeysOf('type', today, new Set(['bug']));
  expect(['bug', 'gone', null].map((typeId) => types(task({ typeId })))).toEqual([
    ['bug'],
    ['none'],
    ['none'],
  ]);
});

it('creates a slot for each pair of groups', () => {
  const people = createKeysOf('assignee', today, new Set(['ann', 'ben']));
  const due = createKeysOf('due', today, new Set());
  const slotsOf = createSlotsOf(people, due);
  expect(slotsOf(task({ assigneeIds: ['ann', 'ben'], dueDate: today }))).toEqual(['ann/today', 'ben/today']);
  expect(createSlotsOf(people, null)(task({}))).toEqual(['none']);
});

it('groups an instant by its day in the given time zone', () => {
  const moment = '2026-11-20T20:00:00.000Z';
  expect(dueGroupOf(moment, '2026-11-20', 'Europe/Berlin')).toBe('today');
  expect(dueGroupOf(moment, '2026-11-20', 'Asia/Kolkata')).toBe('tomorrow');
  expect(dueGroupOf(moment, '2026-11-21', 'Europe/Berlin')).toBe('before');
});
