import { compareTasksBy } from '@hearth/contracts/views/view-sort-values';
import { expect, test } from 'vitest';
import { makeTaskRow } from '#testing/team-rows.ts';
import { sortIn } from './place-in.ts';

const byTitle = [{ field: 'title', isDescending: false }] as const;

test.each([
  ['calendar', [], ['early', 'late', 'day']],
  ['calendar', byTitle, ['day', 'early', 'late']],
  ['board', [], ['late', 'day', 'early']],
] as const)('sorts tasks of a day in a %s with the sort order %j', (layout, sort, expected) => {
  const tasks = [
    makeTaskRow('late', { title: 'late', dueDate: '2026-12-01T21:00:00.000Z' }),
    makeTaskRow('day', { title: 'day', dueDate: '2026-12-01' }),
    makeTaskRow('early', { title: 'early', dueDate: '2026-12-01T05:30:00.000Z' }),
  ];
  const sorted = tasks.toSorted(compareTasksBy(sortIn({ layout, sort })));
  expect(sorted.map(({ id }) => id)).toEqual(expected);
});
