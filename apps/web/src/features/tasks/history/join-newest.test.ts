import { expect, test } from 'vitest';
import { joinNewest } from './join-newest.ts';

const at = (taskId: string, minute: number) => ({ taskId, lastAt: `2026-11-22T10:${minute}:00.000Z` });
const idsOf = ({ tasks }: { tasks: readonly { taskId: string }[] }) => tasks.map(({ taskId }) => taskId);

test('keeps loaded tasks that newer tasks push off the first page', () => {
  const shown = { tasks: [at('a', 40), at('b', 39), at('c', 38), at('d', 37)], nextCursor: 'after d' };
  const joined = joinNewest(shown, { tasks: [at('new', 41), at('a', 40)], nextCursor: 'after a' });
  expect(idsOf(joined)).toEqual(['new', 'a', 'b', 'c', 'd']);
  expect(joined.nextCursor).toBe('after d');
});

test('moves changed tasks to the top without duplicates and drops removed tasks', () => {
  const shown = { tasks: [at('a', 40), at('gone', 39), at('c', 38), at('d', 37)], nextCursor: null };
  const joined = joinNewest(shown, { tasks: [at('d', 41), at('a', 40), at('c', 38)], nextCursor: 'after c' });
  expect(idsOf(joined)).toEqual(['d', 'a', 'c']);
  expect(joined.nextCursor).toBe('after c');
});

test('replaces the loaded pages if there may be a gap or the newest page is the only one', () => {
  const shown = { tasks: [at('a', 30), at('b', 29)], nextCursor: 'after b' };
  const far = { tasks: [at('y', 50), at('x', 49)], nextCursor: 'after x' };
  expect(joinNewest(shown, far)).toEqual(far);
  const whole = { tasks: [at('b', 51)], nextCursor: null };
  expect(joinNewest(shown, whole)).toEqual(whole);
});
