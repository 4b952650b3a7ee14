import type { WebServerSettings } from './settings.ts';

/** Returns the Content-Security-Policy directives for one page. `styleSource` is the allowed source of `<style>` elements. */
export function buildContentSecurityPolicy(
  { apiOrigin, usage }: Pick<WebServerSettings, 'apiOrigin' | 'usage'>,
  styleSource: string,
): string {
  const reached = ["'self'", apiOrigin, apiOrigin.replace(/^http/, 'ws')];
  if (usage !== undefined) reached.push(new URL(usage.collectUrl).origin);
  const directives: Record<string, string> = {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': `'self' ${styleSource}`,
    // Avatars and uploaded files come only from the API.
    'img-src': `'self' data: blob: ${apiOrigin}`,
    'font-src': "'self'",
    'connect-src': reached.join(' '),
    'manifest-src': "'self'",
    'worker-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': 'default ProseMirrorClipboard',
  };
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}

/** Returns the policy for a document without scripts whose only style has this hash. No connections are allowed. */
export function buildDocumentPolicy(styleHash: string): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "font-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

/** Headers of every response of the web server. */
export function buildCommonHeaders(settings: WebServerSettings): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    // The sign-in popup needs its opener. The callback page passes its result by BroadcastChannel.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy':
      'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
    ...(settings.webOrigin.startsWith('https:')
      ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
      : {}),
  };
}
