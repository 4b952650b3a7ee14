import type { FastifyRequest } from 'fastify';
import type { RouteSpec } from '@hearth/contracts/core/route';
import { AppError } from '#platform/errors.ts';
import type { App, Caller, LoadedActor, SessionInfo } from '#platform/feature.ts';
import { checkAccess, checkTeamAccess, type Access } from './access.ts';
import { callerOf, rememberCaller } from './caller.ts';
import { readViewToken } from './view-as.ts';

/**
 * Authorizes a request to run a command. Uses the session and the permissions that earlier requests have read on this server, which saves
 * up to two transactions. They may be outdated: each transaction of the handler asserts the session and the version of the permissions
 * (`enforceStanding`), and both are read again before an error is sent. A refusal is always based on current data.
 *
 * @param onKnown see `checkAccess`
 */
export async function checkCommandAccess(
  app: App,
  access: Access,
  route: RouteSpec,
  request: FastifyRequest,
  onKnown: (session: SessionInfo) => void,
): Promise<Partial<Caller>> {
  const earlier = findEarlier(access, request);
  if (earlier !== null) {
    const { session, actor } = earlier;
    rememberCaller(request, { session });
    onKnown(session);
    try {
      return { ...(await checkTeamAccess(app, access, route, request, session, actor)), isRecent: true };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
  return await checkAccess(app, access, route, request, earlier === null ? onKnown : undefined);
}

/**
 * Authorizes a request with current data before its error is sent: a caller without access gets the same response regardless of the body.
 * @param error the error to send, which is already the refusal if authorization with current data failed
 * @returns the refusal, or null if the caller has access
 */
export async function findRefusal(
  app: App,
  access: Access,
  route: RouteSpec,
  request: FastifyRequest,
  error: unknown,
): Promise<unknown> {
  const caller = callerOf(request);
  if (caller?.actor === undefined) return error;
  if (caller.isRecent !== true) return null;
  try {
    await checkAccess(app, access, route, request);
    return null;
  } catch (refusal) {
    return refusal;
  } finally {
    rememberCaller(request, caller);
  }
}

/** Returns null if nothing is stored, or if the request has a token or views the team as another member. */
function findEarlier(
  { port, recent }: Access,
  request: FastifyRequest,
): { session: SessionInfo; actor: LoadedActor } | null {
  if (request.headers.authorization !== undefined || readViewToken(request) !== null) return null;
  const session = port.findRecentSession(request);
  if (session === null) return null;
  const { teamId = '' } = request.params as { teamId?: string };
  const actor = recent.find(session.userId, teamId.toLowerCase());
  return actor === undefined ? null : { session, actor };
}
