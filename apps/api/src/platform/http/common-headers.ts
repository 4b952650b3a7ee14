import type { Config } from '#config.ts';

/** Builds the headers of every response. They forbid caching, framing, content sniffing and script execution. */
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
