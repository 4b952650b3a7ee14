import type { Config } from '#config.ts';

/** Headers that stand on every answer, whatever it is: nothing here is kept by a cache, framed, sniffed or run. */
export function buildCommonHeaders({ apiOrigin }: Pick<Config, 'apiOrigin'>): Record<string, string> {
  return {
    'cache-control': 'private, no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-site',
    ...(apiOrigin.startsWith('https:')
      ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
      : {}),
  };
}
