import { expect, test } from 'vitest';
import { listNearDays } from './day-suggestions.ts';

test('lists each suggested day once, in chronological order', () => {
  expect(listNearDays('2026-11-18')).toEqual([
    '2026-11-18',
    '2026-11-19',
    '2026-11-20',
    '2026-11-23',
    '2026-11-25',
    '2026-12-02',
  ]);
  expect(listNearDays('2026-11-20')[0]).toBe('2026-11-20');
  expect(listNearDays('2026-12-31')).toContain('2027-01-01');
});
