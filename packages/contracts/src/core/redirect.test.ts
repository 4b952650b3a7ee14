import { describe, expect, it } from 'vitest';
import { safeNextPath } from './redirect.ts';
import { LEADING_ELSEWHERE } from '#testing/elsewhere.ts';

const ORIGIN = 'https://app.example';

describe('safeNextPath', () => {
  it.each(LEADING_ELSEWHERE)('replaces %j with the home page', (value) => {
    expect(safeNextPath(value)).toBe('/');
  });

  it.each([undefined, null, 7, {}, ['/dashboard']])(
    'replaces the value %j with the home page because it is not a path',
    (value) => {
      expect(safeNextPath(value)).toBe('/');
    },
  );

  it.each([
    ['/', '/'],
    ['/dashboard', '/dashboard'],
    ['/dashboard/projects/1?view=board#task-2', '/dashboard/projects/1?view=board#task-2'],
    ['/invite/abc_DEF-1/join', '/invite/abc_DEF-1/join'],
    ['/a?next=//evil.example', '/a?next=//evil.example'],
    ['/%5Cevil.example', '/%5Cevil.example'],
    ['/a/../b', '/b'],
  ])('maps %j to %j', (value, expected) => {
    expect(safeNextPath(value)).toBe(expected);
  });

  it('returns a path that stays within the origin', () => {
    for (const value of LEADING_ELSEWHERE) {
      const next = safeNextPath(value);
      expect(new URL(next, ORIGIN).origin).toBe(ORIGIN);
      expect(new URL(ORIGIN + next).origin).toBe(ORIGIN);
    }
  });
});
