import { expect, test } from 'vitest';
import { isNeeded } from './statuses.data.ts';

const status = (id: string, category: 'unstarted' | 'started' | 'completed') =>
  ({ id, name: id, category, color: 'gray', position: id }) as const;

test('requires at least one status for unstarted and one for completed work', () => {
  const [todo, doing, done] = [
    status('a', 'unstarted'),
    status('b', 'started'),
    status('c', 'completed'),
  ] as const;
  const all = [todo, doing, done];
  expect(all.map((one) => isNeeded(one, all))).toEqual([true, false, true]);
  expect(isNeeded(done, [...all, status('d', 'completed')])).toBe(false);
});
