import type { FastifyRequest } from 'fastify';
import type { ErrorCode } from '@hearth/contracts/core/errors';
import type { AppError } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import { truncateIp } from './truncate-ip.ts';
import { callerOf } from './caller.ts';
import { RateLimiter } from './rate-limit.ts';

/** Refusals that are caused by the caller's rights or behaviour rather than by a typing error. */
const ALWAYS: ReadonlySet<ErrorCode> = new Set(['FORBIDDEN', 'ORIGIN_NOT_ALLOWED', 'RATE_LIMITED']);
/** Not-found refusals on these routes may be guesses of a team's name. */
const LEADS_TO_TEAM = /:teamId\b|:link\b/;
const SIGN_IN = '/auth/google';

/**
 * Logs refused access: the route, rule, caller and network, never the requested or submitted values. Log entries per
 * network are rate limited; /metrics counts all.
 */
export function createRefusalLog(app: App): (request: FastifyRequest, refusal: AppError) => void {
  const limiter = new RateLimiter(app.clock);
  return (request, refusal) => {
    const { code, status } = refusal;
    const route = request.routeOptions.url ?? '';
    const isSignIn = route === SIGN_IN && status < 500;
    if (!isSignIn && !isWorthTelling(request, code, route)) return;
    const network = truncateIp(request.ip);
    if (limiter.take('refusalsLogged', network) > 0) return;
    const caller = callerOf(request);
    const { teamId } = (request.params ?? {}) as { teamId?: string };
    const about = {
      code,
      method: request.method,
      route,
      network,
      reqId: request.id,
      userId: caller?.session?.userId,
      tokenName: caller?.session?.token?.id,
      // Only a team that the caller may see: another one is only a guess.
      teamId: code === 'NOT_FOUND' ? undefined : teamId,
    };
    if (isSignIn) {
      // These are our own sentences; the one of a conflict contains an address.
      const reason = code === 'UNAUTHENTICATED' ? refusal.detail : undefined;
      app.log.warn({ ...about, reason }, 'a sign-in was refused');
    } else app.log.info(about, 'access was refused');
  };
}

function isWorthTelling(request: FastifyRequest, code: ErrorCode, route: string): boolean {
  if (ALWAYS.has(code)) return true;
  // A request without credentials is an ordinary visitor.
  if (code === 'UNAUTHENTICATED')
    return request.headers.cookie !== undefined || request.headers.authorization !== undefined;
  return code === 'NOT_FOUND' && LEADS_TO_TEAM.test(route);
}
