import { describe, expect, test } from 'vitest';
import { hasValue } from './empty-values.ts';

describe('custom field', () => {
  test.each([undefined, null, '', []])('collapses the value %j', (value) => {
    expect(hasValue(value)).toBe(false);
  });
  test.each([0, false, 'x', ['a'], '2026-12-01'])('shows the value %j', (value) => {
    expect(hasValue(value)).toBe(true);
  });
});
