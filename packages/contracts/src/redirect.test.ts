import { describe, expect, it } from 'vitest';
import { safeNextPath } from './redirect.ts';

const ORIGIN = 'https://app.example';

const LEADING_ELSEWHERE = [
  '//evil.example',
  '//evil.example/dashboard',
  '///evil.example',
  '////evil.example',
  '/\\evil.example',
  '/\\/evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r/evil.example',
  '/\r\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/ /evil.example',
  '\u0000//evil.example',
  '/\u0000/evil.example',
  '/\u000b/evil.example',
  '/\u007f/evil.example',
  '/\u00a0/evil.example',
  '/\u2028/evil.example',
  '/./\\evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  '/%2e%2e//evil.example',
  'https://evil.example',
  'https:evil.example',
  'https:/evil.example',
  'https:///evil.example',
  'HTTPS://evil.example',
  'http://app.example@evil.example',
  'https://app.example.evil.example',
  '@evil.example',
  '.evil.example',
  'evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://app.example/1',
  'file:///etc/passwd',
  '//[::1]/',
  '//0x7f000001/',
  '//evil.example:443',
  '/'.repeat(600),
  '',
  '?next=//evil.example',
  '#//evil.example',
];

describe('where to go after signing in', () => {
  it.each(LEADING_ELSEWHERE)('%j leads nowhere but home', (value) => {
    expect(safeNextPath(value)).toBe('/');
  });

  it.each([undefined, null, 7, {}, ['/dashboard']])('%j is not a path', (value) => {
    expect(safeNextPath(value)).toBe('/');
  });

  it.each([
    ['/', '/'],
    ['/dashboard', '/dashboard'],
    ['/dashboard/projects/1?view=board#task-2', '/dashboard/projects/1?view=board#task-2'],
    ['/invite/abc_DEF-1/join', '/invite/abc_DEF-1/join'],
    ['/a?next=//evil.example', '/a?next=//evil.example'],
    ['/%5Cevil.example', '/%5Cevil.example'],
    ['/a/../b', '/b'],
  ])('%j stays as %j', (value, kept) => {
    expect(safeNextPath(value)).toBe(kept);
  });

  it('never leaves the origin, whichever way the result is used', () => {
    for (const value of LEADING_ELSEWHERE) {
      const next = safeNextPath(value);
      expect(new URL(next, ORIGIN).origin).toBe(ORIGIN);
      expect(new URL(ORIGIN + next).origin).toBe(ORIGIN);
    }
  });
});
