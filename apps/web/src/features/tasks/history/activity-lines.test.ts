import { expect, test } from 'vitest';
import { arrangeActivity } from './activity-lines.ts';
import { joinNewer } from './use-task-past.ts';

const moment = (minute: number) => `2026-11-20T10:${String(minute).padStart(2, '0')}:00.000Z`;
const comment = (minute: number) => ({
  id: `c${minute}`,
  taskId: 't',
  body: 'Words',
  createdBy: 'ada',
  createdAt: moment(minute),
  parentId: null as string | null,
  editedAt: null,
  deletedAt: null as string | null,
  reactions: [],
});
const change = (minute: number) => ({
  id: `${minute}.0`,
  field: 'title',
  old: 'a',
  new: 'b',
  actor: 'ada',
  at: moment(minute),
  base: null,
});
const none = { createdAt: moment(0), hasEarlier: false, unfolded: new Set<string>() };

test('sorts comments and changes by time, after the creation of the task', () => {
  const lines = arrangeActivity([comment(2), comment(5)], [change(4), change(1)], none);
  expect(lines.map(({ key }) => key)).toEqual(['made', '1.0', 'c2', '4.0', 'c5']);
});

test('groups replies with their comment regardless of when they were written', () => {
  const answer = { ...comment(7), parentId: 'c2' };
  const [, first, ...rest] = arrangeActivity([comment(2), comment(5), answer], [], none);
  expect(first).toMatchObject({ key: 'c2', replies: [{ id: 'c7' }] });
  expect(rest.map(({ key }) => key)).toEqual(['c5']);
  // A reply is shown even if its comment is not loaded yet.
  expect(arrangeActivity([answer], [], none).map(({ key }) => key)).toEqual(['made', 'c7']);
});

test('keeps a deleted comment while it has replies', () => {
  const deleted = { ...comment(2), deletedAt: moment(3) };
  const answer = { ...comment(4), parentId: 'c2' };
  const keys = (comments: Parameters<typeof arrangeActivity>[0]) =>
    arrangeActivity(comments, [], none).map(({ key }) => key);
  expect(keys([deleted])).toEqual(['made']);
  expect(keys([deleted, answer])).toEqual(['made', 'c2']);
  expect(keys([deleted, { ...answer, deletedAt: moment(5) }])).toEqual(['made']);
});

test('hides comments older than the loaded changes until earlier changes are loaded', () => {
  const lines = arrangeActivity([comment(2), comment(5)], [change(4)], { ...none, hasEarlier: true });
  expect(lines.map(({ key }) => key)).toEqual(['4.0', 'c5']);
});

test('collapses all but the last three changes of a long run', () => {
  const changes = [9, 8, 7, 6, 5, 4].map(change);
  const lines = arrangeActivity([comment(10)], changes, none);
  expect(lines.map(({ kind, key }) => [kind, key])).toEqual([
    ['made', 'made'],
    ['folded', '4.0'],
    ['change', '7.0'],
    ['change', '8.0'],
    ['change', '9.0'],
    ['comment', 'c10'],
  ]);
  expect(lines[1]).toMatchObject({ count: 3 });
  expect(arrangeActivity([], changes, { ...none, unfolded: new Set(['4.0']) })).toHaveLength(7);
});

test('does not collapse overwritten changes', () => {
  const changes = [9, 8, 7, 6, 5, 4, 3].map(change);
  const pinned = new Set(['4.0']);
  const lines = arrangeActivity([], changes, { ...none, pinned });
  expect(lines.map(({ key, kind }) => (kind === 'folded' ? kind : key))).toEqual([
    'made',
    'folded',
    '4.0',
    '7.0',
    '8.0',
    '9.0',
  ]);
  expect(lines[1]).toMatchObject({ count: 3 });
  const all = new Set(changes.map(({ id }) => id));
  expect(arrangeActivity([], changes, { ...none, pinned: all })).toHaveLength(8);
});

test('merges a newer page with the loaded changes, or replaces them if there is a gap', () => {
  const known = { changes: [change(3), change(2), change(1)], nextCursor: 'more' };
  const joined = joinNewer({ changes: [change(4), change(3)], nextCursor: 'here' }, known);
  expect(joined).toEqual({ changes: [4, 3, 2, 1].map(change), nextCursor: 'more' });
  const apart = { changes: [change(9), change(8)], nextCursor: 'here' };
  expect(joinNewer(apart, known)).toBe(apart);
  expect(joinNewer({ changes: [], nextCursor: null }, undefined)).toEqual({ changes: [], nextCursor: null });
});
