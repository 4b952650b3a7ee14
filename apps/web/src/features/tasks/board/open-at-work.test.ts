import { expect, test } from 'vitest';
import type { StatusCategory } from '@hearth/contracts/model/task-values';
import type { TaskGroup } from '#features/tasks/grouping/task-group.ts';
import { findWork } from './open-at-work.ts';

const column = (key: string, category?: StatusCategory): TaskGroup => ({
  key,
  name: key,
  icon: null,
  enter: null,
  ...(category === undefined
    ? {}
    : { status: { id: key, name: key, category, color: 'gray', progress: 0, position: key } as never }),
});
const COLUMNS = [
  column('backlog', 'backlog'),
  column('todo', 'unstarted'),
  column('doing', 'started'),
  column('done', 'completed'),
];
const find = (counts: Record<string, number>, columns = COLUMNS) =>
  findWork(columns, (key) => counts[key] ?? 0);

test('finds the first column with open work outside the backlog', () => {
  expect(find({ backlog: 9, todo: 2, doing: 1, done: 3 })).toBe('todo');
  expect(find({ backlog: 9, doing: 1 })).toBe('doing');
});

test('returns null if no column has open work or the columns are not statuses', () => {
  expect(find({ backlog: 9, done: 3 })).toBeNull();
  expect(find({ ada: 4 }, [column('ada'), column('none')])).toBeNull();
});
