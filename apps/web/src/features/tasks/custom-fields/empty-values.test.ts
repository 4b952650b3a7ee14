import { describe, expect, test } from 'vitest';
import { isTellingValue } from './empty-values.ts';

describe('a custom field', () => {
  test.each([undefined, null, '', []])('is collapsed if its value is %j', (value) => {
    expect(isTellingValue(value)).toBe(false);
  });
  test.each([0, false, 'x', ['a'], '2026-12-01'])('is shown if its value is %j', (value) => {
    expect(isTellingValue(value)).toBe(true);
  });
});
