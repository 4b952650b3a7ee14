import type { FastifyRequest } from 'fastify';
import type { ErrorCode } from '@hearth/contracts/core/errors';
import type { AppError } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import { truncateIp } from './truncate-ip.ts';
import { callerOf } from './caller.ts';
import { RateLimiter } from './rate-limit.ts';

/** Refusals that say something about who asks, and not about what they typed. */
const ALWAYS: ReadonlySet<ErrorCode> = new Set(['FORBIDDEN', 'ORIGIN_NOT_ALLOWED', 'RATE_LIMITED']);
/** A name that was not there may have been guessed, where it could have led to a team. */
const LEADS_TO_TEAM = /:teamId\b|:link\b/;
const SIGN_IN = '/auth/google';

/**
 * Writes refused access into the log: what was refused, by which rule, to whom and from which network, never what was
 * asked for or sent. One network fills the log with so many lines at the most; /metrics counts all.
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
      // A team that the caller may know of: another one is only a guess.
      teamId: code === 'NOT_FOUND' ? undefined : teamId,
    };
    if (isSignIn) {
      // These are sentences of ours; that of a conflict has an address in it.
      const reason = code === 'UNAUTHENTICATED' ? refusal.detail : undefined;
      app.log.warn({ ...about, reason }, 'a sign-in was refused');
    } else app.log.info(about, 'access was refused');
  };
}

function isWorthTelling(request: FastifyRequest, code: ErrorCode, route: string): boolean {
  if (ALWAYS.has(code)) return true;
  // Whoever sends nothing is a visitor.
  if (code === 'UNAUTHENTICATED')
    return request.headers.cookie !== undefined || request.headers.authorization !== undefined;
  return code === 'NOT_FOUND' && LEADS_TO_TEAM.test(route);
}
