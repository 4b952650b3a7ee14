import { describe, expect, test } from 'vitest';
import { isTellingValue } from './empty-values.ts';

describe("a field of the team's own", () => {
  test.each([undefined, null, '', []])('with %j is folded', (value) => {
    expect(isTellingValue(value)).toBe(false);
  });
  test.each([0, false, 'x', ['a'], '2026-12-01'])('with %j stands there', (value) => {
    expect(isTellingValue(value)).toBe(true);
  });
});
