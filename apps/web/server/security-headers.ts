import type { WebServerSettings } from './settings.ts';

/** The directives of the Content-Security-Policy for one page; `styleSource` says which `<style>` elements may be in it. */
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
    // Pictures of people and uploaded files come from the API and from nowhere else.
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

/** The same for a document without any script, whose one style has this hash. It may go nowhere and ask nobody. */
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

/** Headers that stand on every answer of the web server, whatever it is. */
export function buildCommonHeaders(settings: WebServerSettings): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    // The sign-in popup must keep its opener; the callback page hands over by BroadcastChannel.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy':
      'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
    ...(settings.webOrigin.startsWith('https:')
      ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
      : {}),
  };
}
