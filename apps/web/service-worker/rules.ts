import { toPrerenderedPath } from '#platform/page/prerendered.ts';
import { SHARE_PATH } from '#platform/page/share-view.ts';

/** Whether a URL belongs to a screen of the app. Files have a dot in their last segment, and standalone documents have their own page. */
export function isScreenOfApp(pathname: string): boolean {
  const isFile = (pathname.split('/').at(-1) ?? '').includes('.');
  return !isFile && toPrerenderedPath(pathname) === null && isCacheable(pathname);
}

/** Public links are never cached because they can be revoked at any time. */
export function isCacheable(pathname: string): boolean {
  return !pathname.startsWith(SHARE_PATH);
}

/** Whether all hashed files that a page references are cached. A page without hashed files is not the app's. */
export function isShellCacheable(page: string, files: readonly string[]): boolean {
  const named = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((match) => match[1] ?? '');
  return named.length > 0 && named.every((file) => files.includes(file));
}
