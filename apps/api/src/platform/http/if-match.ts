/**
 * The versions that a request's If-Match names, without quotes; undefined without the header, or with `*`, which matches any version. A tag
 * that a proxy has weakened names the same version.
 */
export function readIfMatch(header: string | undefined): string[] | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  return Array.from(header.matchAll(/"([\x21\x23-\x7e]*)"/g), ([, tag = '']) => tag);
}
