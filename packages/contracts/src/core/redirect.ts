const LONGEST = 500;
// oxlint-disable-next-line no-control-regex -- control characters are rejected intentionally
const HARMFUL = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\\]/;

/**
 * Prevents open redirects: returns a path within the web app, or `/` for values that could lead to another site. Browsers drop tabs and
 * line breaks from addresses, read `\` as `/`, and read `//host` as another site.
 */
export function safeNextPath(value: unknown): string {
  if (typeof value !== 'string' || value.length > LONGEST) return '/';
  if (!value.startsWith('/') || value.startsWith('//') || HARMFUL.test(value)) return '/';
  // Finally, resolve the URL against an origin that cannot exist.
  const base = 'https://origin.invalid';
  const resolved = URL.canParse(value, base) ? new URL(value, base) : null;
  if (resolved?.origin !== base || resolved.pathname.startsWith('//')) return '/';
  return `${resolved.pathname}${resolved.search}${resolved.hash}`;
}
