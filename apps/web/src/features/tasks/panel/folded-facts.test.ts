import type { SyncRows } from '@hearth/contracts/sync';
import { expect, test } from 'vitest';
import { makeTaskRow } from '#testing/team-rows.ts';
import { FACTS, isShownByDefault, type AroundTask, type Fact } from './folded-facts.ts';

const NOTHING: AroundTask = { hasReminders: false, hasTimers: false };
const ALWAYS = ['status', 'priority', 'assignees', 'labels', 'dueDate'];

function makeBare(fields: Partial<SyncRows['task']> = {}): SyncRows['task'] {
  return makeTaskRow('one', {
    projectId: null,
    createdBy: 'ada',
    reporterId: 'ada',
    watcherIds: ['ada'],
    ...fields,
  });
}

const listDefaultFacts = (task: SyncRows['task'], around = NOTHING): Fact[] =>
  FACTS.filter((fact) => isShownByDefault(fact, task, around));

test('shows only the permanent properties of an empty task', () => {
  expect(listDefaultFacts(makeBare())).toEqual(ALWAYS);
});

test.each<[string, Fact, Partial<SyncRows['task']>, Partial<AroundTask>]>([
  ['a type', 'type', { typeId: 'bug' }, {}],
  ['a requester other than the creator', 'reporter', { reporterId: 'bob' }, {}],
  ['a watcher other than creator and assignees', 'watchers', { watcherIds: ['ada', 'bob'] }, {}],
  ['a reminder', 'reminders', {}, { hasReminders: true }],
  ['a start date', 'startDate', { startDate: '2026-12-01' }, {}],
  ['an estimate', 'estimate', { estimate: 3 }, {}],
  ['an estimate of zero', 'estimate', { estimate: 0 }, {}],
  ['tracked time', 'time', { trackedSeconds: 60 }, {}],
  ['a running timer', 'time', {}, { hasTimers: true }],
  ['a project', 'project', { projectId: 'website' }, {}],
  ['a milestone', 'milestone', { milestoneId: 'beta' }, {}],
  ['a cycle', 'cycle', { cycleId: 'first' }, {}],
])('shows only the matching additional property for a task with %s', (_what, fact, fields, around) => {
  const shown = listDefaultFacts(makeBare(fields), { ...NOTHING, ...around });
  expect(shown.filter((one) => !ALWAYS.includes(one))).toEqual([fact]);
});

test.each<[string, Partial<SyncRows['task']>]>([
  ['there is no requester', { reporterId: null }],
  ['there are no watchers', { watcherIds: [] }],
  ['only the creator and the assignees are watchers', { watcherIds: ['ada', 'bob'], assigneeIds: ['bob'] }],
])('shows only the permanent properties if %s', (_what, fields) => {
  expect(listDefaultFacts(makeBare(fields))).toEqual(ALWAYS);
});
