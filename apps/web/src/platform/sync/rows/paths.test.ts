import { assert, constantFrom, dictionary, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyFields, nestFields, readField } from './paths.ts';

const NAMES = ['title', 'custom.a', 'custom.b', 'custom.c'] as const;
const values = constantFrom(1, 'x', true, null);
const fields = (names: readonly string[]) => dictionary(constantFrom(...names), values);

describe('field paths', () => {
  it('reads applied values and leaves other fields unchanged', () => {
    assert(
      property(fields(NAMES), fields(NAMES), (first, second) => {
        const before = applyFields({ title: 'none', custom: {} }, first);
        const after = applyFields(before, second);
        for (const name of NAMES)
          expect(readField(after, name)).toEqual(name in second ? second[name] : readField(before, name));
        expect(Object.values(after['custom'] as object)).not.toContain(null);
      }),
    );
  });

  it('applies changes to different components in any order', () => {
    assert(
      property(fields(['custom.a', 'title']), fields(['custom.b', 'custom.c']), (one, other) => {
        const row = { title: '', custom: { a: 0, b: 0 } };
        expect(applyFields(applyFields(row, one), other)).toEqual(applyFields(applyFields(row, other), one));
      }),
    );
  });

  it('nests component paths within their field for the server', () => {
    expect(nestFields({ title: 'T', 'custom.a': 1, 'custom.b': null })).toEqual({
      title: 'T',
      custom: { a: 1, b: null },
    });
    expect(readField({ title: 'T' }, 'custom.a')).toBe(null);
  });
});
