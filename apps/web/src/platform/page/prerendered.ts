/** Paths of standalone documents that the build prerenders. Neither the app nor its service worker serves them. */
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

/** Finds the prerendered page of a pathname, with or without a trailing slash. Returns null if there is none. */
export function toPrerenderedPath(pathname: string): PrerenderedPath | null {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
  return known.has(path) ? (path as PrerenderedPath) : null;
}

/** The file name of a prerendered page, shared by the build and the web server. */
export function namePageFile(path: PrerenderedPath, locale: string): string {
  return `${path === '/' ? 'home' : path.slice(1)}.${locale}.html`;
}
