import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSame } from './same.ts';

function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, inner]) => [name, turned(inner)]),
  );
}

test('reports copies as equal, regardless of field order', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(isSame(value, JSON.parse(JSON.stringify(value)))).toBe(true);
      expect(isSame(value, turned(value))).toBe(true);
    }),
  );
});

test('is symmetric, and reports values with equal JSON as equal', () => {
  const values = fc.jsonValue({ maxDepth: 2 });
  fc.assert(
    fc.property(values, values, (a, b) => {
      expect(isSame(a, b)).toBe(isSame(b, a));
      if (JSON.stringify(a) === JSON.stringify(b)) expect(isSame(a, b)).toBe(true);
      else expect(isSame([a, { a }], [b, { a: b }])).toBe(isSame(a, b));
    }),
  );
});

test.each([
  [null, undefined],
  [[], {}],
  [[1, 2], [1]],
  [{ a: 1 }, { a: 1, b: null }],
  [{ a: { b: [1] } }, { a: { b: [2] } }],
  [{ toString: 1 }, {}],
  [{}, { constructor: Object }],
  ['1', 1],
])('reports %j and %j as different', (a, b) => {
  expect(isSame(a, b)).toBe(false);
  expect(isSame(b, a)).toBe(false);
});

test('ignores undefined fields', () => {
  expect(isSame({ a: 1, b: undefined }, { a: 1 })).toBe(true);
  expect(isSame({ a: 1 }, { a: 1, b: undefined })).toBe(true);
});
