import { LEADING_ELSEWHERE } from '@hearth/contracts/testing/elsewhere';
import { describe, expect, it } from 'vitest';
import { readSafePath } from './safe-path.ts';

const origin = 'https://hearth.example';

describe('where to go after sign-in', () => {
  it.each(['/dashboard', '/invite/abc-123/join', '/dashboard/projects/1?view=list&task=2#top', '/a//b'])(
    'goes on to %s',
    (path) => {
      expect(readSafePath(path, origin)).toBe(path);
    },
  );

  it.each(LEADING_ELSEWHERE)('never leaves for %j', (path) => {
    expect(readSafePath(path, origin)).toBe('/dashboard');
  });

  it('falls back when there is nothing to go on to', () => {
    expect(readSafePath(null, origin)).toBe('/dashboard');
    expect(readSafePath(undefined, origin, '/')).toBe('/');
  });
});
