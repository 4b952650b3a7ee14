import { expect, test } from 'vitest';
import { keysForDrop } from './dragged-tasks.ts';

const column = ['a', 'b', 'c', 'd'];
const positions: Record<string, string> = { a: 'a0', b: 'a1', c: 'a2', d: 'a3', x: 'a0', y: 'a5' };
const rowOf = (id: string) => (positions[id] === undefined ? undefined : { position: positions[id] });

test.each([
  ['into another column, between two cards', ['y', 'x'], 2, 'a b y x c d'],
  ['into another column, above its cards', ['x', 'y'], 0, 'x y a b c d'],
  ['into another column, below its cards', ['x', 'y'], 4, 'a b c d x y'],
  ['within a column, around a card that stays', ['a', 'c'], 2, 'b a c d'],
  ['onto one of the dragged cards', ['b', 'c'], 1, 'a b c d'],
  ['from two columns', ['d', 'x'], 1, 'a d x b c'],
])('places dragged cards %s in their order', (_, ids, at, expected) => {
  const keys = keysForDrop(ids, column, at, rowOf);
  const all = [...new Set([...column, ...ids])].map((id) => ({
    id,
    key: keys.get(id) ?? positions[id] ?? '',
  }));
  const sorted = all.toSorted((one, other) => (one.key < other.key ? -1 : 1)).map(({ id }) => id);
  expect(sorted.join(' ')).toBe(expected);
});
