/** Paths of standalone documents that the build prerenders: neither the app nor its service worker serves them. */
export const PRERENDERED_PATHS = [
  '/',
  '/about',
  '/terms-and-conditions',
  '/privacy',
  '/cancellation-refund',
  '/service-delivery',
  '/contact-us',
] as const;

export type PrerenderedPath = (typeof PRERENDERED_PATHS)[number];

const known: ReadonlySet<string> = new Set(PRERENDERED_PATHS);

/** Ignores a trailing slash. */
export function toPrerenderedPath(pathname: string): PrerenderedPath | null {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
  return known.has(path) ? (path as PrerenderedPath) : null;
}

/** The name of the file that the build writes for a page and the web server sends. */
export function namePageFile(path: PrerenderedPath, locale: string): string {
  return `${path === '/' ? 'home' : path.slice(1)}.${locale}.html`;
}
