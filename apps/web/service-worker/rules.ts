import { toPrerenderedPath } from '#platform/page/prerendered.ts';
import { SHARE_PATH } from '#platform/page/share-view.ts';

/** Whether a URL is served with the app: files have a dot in their last segment, and documents have their own page. */
export function isScreenOfApp(pathname: string): boolean {
  const isFile = (pathname.split('/').at(-1) ?? '').includes('.');
  return !isFile && toPrerenderedPath(pathname) === null && mayBeKept(pathname);
}

/** Public links are never cached: they may be revoked at any moment. */
export function mayBeKept(pathname: string): boolean {
  return !pathname.startsWith(SHARE_PATH);
}

/** Whether every hashed file that a page references is cached; a page without any is not the app's. */
export function mayKeepShell(page: string, files: readonly string[]): boolean {
  const named = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((match) => match[1] ?? '');
  return named.length > 0 && named.every((file) => files.includes(file));
}
