import { describe, expect, test } from 'vitest';
import { isScreenOfApp, isCacheable, isShellCacheable } from './rules.ts';

describe('cached app shell', () => {
  const files = ['/assets/main-1.js', '/assets/main-1.css'];
  const page = '<script src="/assets/main-1.js"></script><link href="/assets/main-1.css">';

  test('accepts a page of the same release', () => {
    expect(isShellCacheable(page, files)).toBe(true);
  });

  test('rejects pages of another release and pages that are not the app', () => {
    expect(isShellCacheable(page.replace('main-1.js', 'main-2.js'), files)).toBe(false);
    expect(isShellCacheable('<h1>Sign in to this network</h1>', files)).toBe(false);
  });
});

test('distinguishes app screens from public pages and files', () => {
  for (const path of ['/dashboard', '/dashboard/projects/0192', '/signin', '/invite/abc/join', '/nowhere'])
    expect(isScreenOfApp(path), path).toBe(true);
  for (const path of ['/', '/about', '/about/', '/privacy', '/robots.txt', '/share/abc', '/share/abc/12'])
    expect(isScreenOfApp(path), path).toBe(false);
});

test('never caches public links', () => {
  for (const path of ['/share/abc', '/share/abc/12']) expect(isCacheable(path), path).toBe(false);
  for (const path of ['/', '/about', '/dashboard', '/shared']) expect(isCacheable(path), path).toBe(true);
});
