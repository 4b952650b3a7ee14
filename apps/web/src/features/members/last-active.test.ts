import { expect, it } from 'vitest';
import '#testing/english.ts';
import { describeLastActive } from './last-active.ts';

const NOW = Date.parse('2026-11-20T12:00:00.000Z');

it('formats the time since the last activity', () => {
  const describeAt = (at: string | null) => describeLastActive(at, NOW);
  expect(describeAt(null)).toBe('Not yet');
  expect(describeAt('2026-11-20T11:59:00.000Z')).toBe('In the last hour');
  // A timestamp in the future, caused by clock skew, counts as now.
  expect(describeAt('2026-11-20T12:09:00.000Z')).toBe('In the last hour');
  expect(describeAt('2026-11-20T10:00:00.000Z')).toBe('2 hours ago');
  expect(describeAt('2026-11-19T11:00:00.000Z')).toBe('yesterday');
  expect(describeAt('2026-11-17T11:00:00.000Z')).toBe('3 days ago');
  expect(describeAt('2026-10-29T11:00:00.000Z')).toBe('3 weeks ago');
  expect(describeAt('2026-07-20T11:00:00.000Z')).toBe('4 months ago');
  expect(describeAt('2023-07-20T11:00:00.000Z')).toBe('3 years ago');
});
