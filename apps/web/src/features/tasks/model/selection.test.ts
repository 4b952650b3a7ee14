import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { extendTo, NOTHING, takeAll, toggleOne, type Selection } from './selection.ts';

const ORDER = ['a', 'b', 'c', 'd', 'e', 'f'];
const read = ({ chosen }: Selection): string => [...chosen].toSorted().join('');

test('selects and deselects a task', () => {
  const one = toggleOne(NOTHING, 'b');
  expect(read(one)).toBe('b');
  expect(read(toggleOne(one, 'd'))).toBe('bd');
  expect(read(toggleOne(one, 'b'))).toBe('');
});

test('grows and shrinks a range from its anchor, and keeps the previous selection', () => {
  let now = toggleOne(toggleOne(NOTHING, 'f'), 'b');
  now = extendTo(now, 'd', ORDER);
  expect(read(now)).toBe('bcdf');
  now = extendTo(now, 'c', ORDER);
  expect(read(now)).toBe('bcf');
  now = extendTo(now, 'a', ORDER);
  expect(read(now)).toBe('abf');
});

test('adds only the clicked task if the range has no valid anchor', () => {
  expect(read(extendTo(NOTHING, 'c', ORDER))).toBe('c');
  expect(read(extendTo(toggleOne(NOTHING, 'gone'), 'c', ORDER))).toBe('cgone');
  expect(extendTo(NOTHING, 'gone', ORDER)).toEqual(NOTHING);
});

test('selects all tasks between the ends of a range regardless of the previous selection', () => {
  const step = fc.tuple(fc.constantFrom('toggle', 'extend'), fc.constantFrom(...ORDER));
  fc.assert(
    fc.property(fc.array(step), fc.constantFrom(...ORDER), (steps, last) => {
      let now = NOTHING;
      for (const [kind, id] of steps) now = kind === 'toggle' ? toggleOne(now, id) : extendTo(now, id, ORDER);
      const from = ORDER.indexOf(now.anchor ?? last);
      const to = ORDER.indexOf(last);
      const between = ORDER.slice(Math.min(from, to), Math.max(from, to) + 1);
      const after = extendTo(now, last, ORDER);
      expect(between.every((id) => after.chosen.has(id))).toBe(true);
      expect(after.anchor).toBe(now.anchor ?? last);
    }),
  );
});

test('selects all visible tasks', () => {
  expect(read(takeAll(ORDER))).toBe('abcdef');
});
