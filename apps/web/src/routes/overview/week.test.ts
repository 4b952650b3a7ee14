import { expect, test } from 'vitest';
import { addDays, startOfWeek } from './week.ts';

test('starts weeks on the given first weekday, across months and years', () => {
  expect(startOfWeek('2026-11-26', 1)).toBe('2026-11-23');
  expect(startOfWeek('2026-11-23', 1)).toBe('2026-11-23');
  expect(startOfWeek('2026-11-22', 1)).toBe('2026-11-16');
  expect(startOfWeek('2026-11-22', 7)).toBe('2026-11-22');
  expect(startOfWeek('2026-11-20', 6)).toBe('2026-11-14');
  expect(startOfWeek('2027-01-01', 1)).toBe('2026-12-28');
  expect(addDays('2026-11-26', 7)).toBe('2026-12-03');
});
