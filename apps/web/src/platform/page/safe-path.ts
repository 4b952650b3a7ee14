// oxlint-disable-next-line no-control-regex -- browsers strip some control characters, which could join slashes
const HARMFUL = /[\\\u0000-\u0020\u007f-\u00a0\u2028\u2029]/;

/**
 * Returns the path within the app to go to after sign-in, or `fallback` to prevent an open redirect. Rejects any value that a browser could
 * parse as another origin: `next` comes from the address bar and is untrusted.
 */
export function readSafePath(
  next: string | null | undefined,
  origin: string,
  fallback = '/dashboard',
): string {
  if (next === null || next === undefined || next.length > 500) return fallback;
  if (!next.startsWith('/') || next.startsWith('//') || HARMFUL.test(next)) return fallback;
  let url: URL;
  try {
    url = new URL(next, origin);
  } catch {
    return fallback;
  }
  if (url.origin !== origin || url.pathname.startsWith('//')) return fallback;
  return url.pathname + url.search + url.hash;
}
