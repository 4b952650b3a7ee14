import { describe, expect, it } from 'vitest';
import { describeDay, formatDay, judgeDue } from './due-date.ts';

const today = '2026-11-20';

describe('due dates', () => {
  it('tells late, today and later apart, and never calls finished work late', () => {
    expect(judgeDue('2026-11-19', today, false)).toBe('overdue');
    expect(judgeDue('2026-11-20', today, false)).toBe('today');
    expect(judgeDue('2026-11-21', today, false)).toBe('later');
    expect(judgeDue('2026-11-19', today, true)).toBe('closed');
  });

  it('names near days by word and others by date', () => {
    expect(['2026-11-19', '2026-11-20', '2026-11-21'].map((day) => describeDay(day, today))).toEqual([
      'Yesterday',
      'Today',
      'Tomorrow',
    ]);
    expect(describeDay('2026-12-03', today)).toBe('3 Dec');
    expect(describeDay('2027-01-03', today)).toBe('3 Jan 2027');
  });

  it('writes the day of the reader, not of UTC', () => {
    expect(formatDay(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
  });
});
