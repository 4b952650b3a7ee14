import type { SyncEntity } from '@hearth/contracts/sync-values';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Fields, TeamStore, UndoneRow } from '#platform/sync/index.ts';
import { openStillTeam } from '#testing/still-team.ts';
import { makeProjectRow, makeTaskRow } from '#testing/team-rows.ts';
import { findSubject, shortenName } from './undo-subject.ts';

let store: TeamStore;
beforeAll(async () => {
  store = await openStillTeam('ada', {
    project: [makeProjectRow('website', { name: 'Website' })],
    task: [makeTaskRow('one', { title: 'Lamp' })],
  });
});
afterAll(() => store.close());

const turned = (entity: SyncEntity, id: string, before?: Fields, after?: Fields): UndoneRow => ({
  entity,
  id,
  before,
  after,
});
const lamp = makeTaskRow('one', { title: 'Lamp' });
const chair = makeTaskRow('two', { title: 'Chair', parentId: 'one' });
const item = { id: 'i', taskId: 'one', title: 'Buy wood' };

test.each<[what: string, rows: UndoneRow[], expected: object | null]>([
  ['for no rows', [], null],
  [
    'for a changed task',
    [turned('task', 'one', { ...lamp, title: 'Lantern' }, lamp)],
    { entity: 'task', change: 'edited', name: 'Lamp', taskId: 'one' },
  ],
  [
    'for a removed task',
    [turned('task', 'gone', chair)],
    { change: 'removed', count: 1, name: 'Chair', taskId: null },
  ],
  [
    'for a restored task with its sub-task',
    [turned('task', 'two', undefined, chair), turned('task', 'one', undefined, lamp)],
    { change: 'restored', count: 1, name: 'Lamp', taskId: 'one' },
  ],
  [
    'for two changed tasks, one of them a sub-task',
    [turned('task', 'one', {}, lamp), turned('task', 'two', {}, chair)],
    { change: 'edited', count: 2, name: null, taskId: null },
  ],
  [
    'for a label created on a task',
    [turned('label', 'l', { id: 'l', name: 'Red' }), turned('task', 'one', {}, lamp)],
    { entity: 'task', change: 'edited', name: 'Lamp' },
  ],
  [
    'for a restored milestone with its task',
    [turned('task', 'one', {}, lamp), turned('milestone', 'm', undefined, { id: 'm', name: 'Beta' })],
    { entity: 'milestone', change: 'restored', name: 'Beta', taskId: null },
  ],
  [
    'for a checklist item',
    [turned('checklistItem', 'i', item)],
    { entity: 'checklistItem', change: 'removed', name: 'Buy wood', taskId: 'one' },
  ],
  [
    'for a comment, which has no name',
    [turned('comment', 'c', undefined, { id: 'c', taskId: 'one', body: 'Too early' })],
    { entity: 'comment', name: 'Lamp', taskId: 'one' },
  ],
  [
    'for a favourite',
    [turned('favourite', 'website', undefined, { id: 'website' })],
    { name: 'Website', taskId: null },
  ],
  [
    'for work times',
    [turned('workTime', 'w', {}, { id: 'w' })],
    { entity: 'workTime', name: null, taskId: null },
  ],
])('names the subject of an undo %s', (_what, rows, expected) => {
  const found = findSubject(store, rows);
  if (expected === null) expect(found).toBeNull();
  else expect(found).toMatchObject(expected);
});

test('truncates a long name at a word boundary, or at any character without one', () => {
  expect(shortenName(' Fix the login page ')).toBe('Fix the login page');
  expect(shortenName('Ask the owner of the house whether the garden may be used')).toBe(
    'Ask the owner of the house whether the garden…',
  );
  expect(shortenName('😀'.repeat(60))).toBe(`${'😀'.repeat(48)}…`);
});
