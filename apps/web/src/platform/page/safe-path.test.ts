import { LEADING_ELSEWHERE } from '@hearth/contracts/testing/elsewhere';
import { describe, expect, it } from 'vitest';
import { readSafePath } from './safe-path.ts';

const origin = 'https://hearth.example';

describe('readSafePath', () => {
  it.each(['/dashboard', '/invite/abc-123/join', '/dashboard/projects/1?view=list&task=2#top', '/a//b'])(
    'accepts %s',
    (path) => {
      expect(readSafePath(path, origin)).toBe(path);
    },
  );

  it.each(LEADING_ELSEWHERE)('rejects the path %j', (path) => {
    expect(readSafePath(path, origin)).toBe('/dashboard');
  });

  it('returns the fallback when there is no path', () => {
    expect(readSafePath(null, origin)).toBe('/dashboard');
    expect(readSafePath(undefined, origin, '/')).toBe('/');
  });
});
