import { describe, expect, it } from 'vitest';
import { formatDay, judgeDue } from './due-date.ts';

const today = '2026-11-20';

describe('due dates', () => {
  it('tells late, today and later apart, and never calls finished work late', () => {
    expect(judgeDue('2026-11-19', today, false)).toBe('overdue');
    expect(judgeDue('2026-11-20', today, false)).toBe('today');
    expect(judgeDue('2026-11-21', today, false)).toBe('later');
    expect(judgeDue('2026-11-19', today, true)).toBe('closed');
  });

  it('writes the day of the reader, not of UTC', () => {
    expect(formatDay(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
  });
});
