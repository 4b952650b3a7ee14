/**
 * Returns the versions in the If-Match header of a request, without quotes. Returns undefined if there is no header, or for
 * `*`, which matches any version. Weak tags are treated as strong ones, because a proxy may have weakened them.
 */
export function readIfMatch(header: string | undefined): string[] | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  return Array.from(header.matchAll(/"([\x21\x23-\x7e]*)"/g), ([, tag = '']) => tag);
}
