import type { FastifyRequest } from 'fastify';
import type { Config } from '#config.ts';
import { AppError } from '#platform/errors.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Protects against cross-site request forgery: an unsafe request that may include a cookie must come from the web app's own origin. A
 * foreign Origin is rejected even on routes that require no Origin. API calls with a bearer token have neither cookie nor Origin.
 */
export function checkOrigin(
  config: Pick<Config, 'webOrigin'>,
  request: Pick<FastifyRequest, 'method' | 'headers'>,
  { needsOrigin }: { needsOrigin: boolean },
): void {
  if (SAFE.has(request.method)) return;
  const origin = request.headers.origin;
  const isForeign = origin !== undefined && origin !== config.webOrigin;
  const isCrossSite = request.headers['sec-fetch-site'] === 'cross-site';
  if (isForeign || isCrossSite || (needsOrigin && origin === undefined)) {
    throw new AppError('ORIGIN_NOT_ALLOWED', `Changes are only accepted from ${config.webOrigin}.`);
  }
}
