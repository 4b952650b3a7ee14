import { expect, it } from 'vitest';
import { makeTaskRow } from '#testing/team-rows.ts';
import { findTasks, foldTasks } from './task-search.ts';

const TASKS = foldTasks(
  [12, 11, 1, 101].map((number) =>
    makeTaskRow(`t${number}`, { key: `WEB-${number}`, number, title: 'Order 1', closedAt: null }),
  ),
);

it.each([
  ['WEB-1', 'WEB-1'],
  [' web-11 ', 'WEB-11'],
  ['1', 'WEB-1'],
  ['101', 'WEB-101'],
])('lists the task of the whole key or number %j first', (query, key) => {
  expect(findTasks(TASKS, query, null, 3)[0]?.key).toBe(key);
});
