import { assert, constantFrom, dictionary, jsonValue, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeValues, FIELD_TYPES, readFieldValue, type FieldValue } from './custom-field-values.ts';

const OPTIONS = [{ id: '0a' }, { id: '0b' }, { id: '0c' }];

describe('validation of custom field values', () => {
  it('normalizes accepted values idempotently', () => {
    assert(
      property(constantFrom(...FIELD_TYPES), jsonValue(), (type, given) => {
        const read = readFieldValue({ type, options: OPTIONS }, given);
        if ('fault' in read || read.value === null) return;
        expect(readFieldValue({ type, options: OPTIONS }, read.value)).toEqual(read);
      }),
    );
  });

  it('accepts values of the field type, and reports an error for all others', () => {
    const read = (type: (typeof FIELD_TYPES)[number], given: unknown) =>
      readFieldValue({ type, options: OPTIONS }, given);
    expect(read('text', '  a  ')).toEqual({ value: 'a' });
    expect(read('text', 'a\nb')).toEqual({ fault: 'line' });
    expect(read('number', -0)).toEqual({ value: 0 });
    expect(read('number', Number.NaN)).toEqual({ fault: 'number' });
    expect(read('date', '2026-02-30')).toEqual({ fault: 'day' });
    expect(read('multiSelect', ['0b', '0a'])).toEqual({ value: ['0a', '0b'] });
    expect(read('multiSelect', [])).toEqual({ value: null });
    expect(read('checkbox', false)).toEqual({ value: null });
    for (const address of ['javascript:alert(1)', 'example.com', 'ftp://example.com', 'https://a b'])
      expect(read('url', address)).toEqual({ fault: 'url' });
    expect(read('url', 'https://example.com/a')).toEqual({ value: 'https://example.com/a' });
  });

  it('applies changes of different fields in any order with the same result', () => {
    const values = dictionary(constantFrom('a', 'b', 'c'), constantFrom<FieldValue>(1, 'x', true));
    const changes = (names: string[]) =>
      dictionary(constantFrom(...names), constantFrom<FieldValue | null>(2, 'y', null));
    assert(
      property(values, changes(['a', 'b']), changes(['c', 'd']), (current, one, other) => {
        const [first, second] = [changeValues(current, one), changeValues(current, other)];
        expect(changeValues(first, other)).toEqual(changeValues(second, one));
        expect(JSON.stringify(changeValues(first, other))).toBe(JSON.stringify(changeValues(second, one)));
      }),
    );
  });
});
