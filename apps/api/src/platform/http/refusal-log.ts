import type { FastifyRequest } from 'fastify';
import type { ErrorCode } from '@hearth/contracts/core/errors';
import type { AppError } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import { truncateIp } from './truncate-ip.ts';
import { callerOf } from './caller.ts';
import { RateLimiter } from './rate-limit.ts';

/** Errors caused by the caller's permissions or behavior rather than by a mistake in the request. */
const ALWAYS: ReadonlySet<ErrorCode> = new Set(['FORBIDDEN', 'ORIGIN_NOT_ALLOWED', 'RATE_LIMITED']);
/** Routes on which a 404 may be an attempt to guess a team's id or link. */
const LEADS_TO_TEAM = /:teamId\b|:link\b/;
const SIGN_IN = '/auth/google';

/**
 * Logs rejected requests with the route, rule, caller and network, but never with the requested or submitted values. The number of log
 * entries per network is rate limited; /metrics counts all of them.
 */
export function createRefusalLog(app: App): (request: FastifyRequest, refusal: AppError) => void {
  const limiter = new RateLimiter(app.clock);
  return (request, refusal) => {
    const { code, status } = refusal;
    const route = request.routeOptions.url ?? '';
    const isSignIn = route === SIGN_IN && status < 500;
    if (!isSignIn && !shouldLog(request, code, route)) return;
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
      // Log the team only if the caller may see it. Otherwise the id is just a guess.
      teamId: code === 'NOT_FOUND' ? undefined : teamId,
    };
    if (isSignIn) {
      // These messages contain no user data. The message of a conflict is omitted because it contains an address.
      const reason = code === 'UNAUTHENTICATED' ? refusal.detail : undefined;
      app.log.warn({ ...about, reason }, 'sign-in rejected');
    } else app.log.info(about, 'access denied');
  };
}

function shouldLog(request: FastifyRequest, code: ErrorCode, route: string): boolean {
  if (ALWAYS.has(code)) return true;
  // A request without credentials comes from an ordinary visitor.
  if (code === 'UNAUTHENTICATED')
    return request.headers.cookie !== undefined || request.headers.authorization !== undefined;
  return code === 'NOT_FOUND' && LEADS_TO_TEAM.test(route);
}
