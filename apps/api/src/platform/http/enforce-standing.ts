import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import type { FastifyRequest } from 'fastify';
import type { RouteSpec } from '@hearth/contracts/core/route';
import { runGuarded, AuthorizationLostError, type Standing, type StandingGuard } from '#platform/db/index.ts';
import { AppError } from '#platform/errors.ts';
import type { App, Caller, LoadedActor, SessionInfo } from '#platform/feature.ts';
import { checkAccess, checkTeamAccess, type Access } from './access.ts';
import { callerOf, rememberCaller } from './caller.ts';
import { readViewToken } from './view-as.ts';

/*
 * Requests are authorized when their headers arrive, but the body may arrive much later. Each transaction of a handler therefore first
 * asserts that the standing of the request is still current (migration 0056). A command asserts it again under the lock of the head row. If
 * the standing is not current, the request is authorized again. Handlers are not involved, so none can omit the check.
 */

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

/**
 * How long to keep authorizing a request again while permissions keep changing, in ms. Of many concurrent changes, one
 * succeeds in each round.
 */
const PATIENCE_MS = 5_000;

/** The request is still authorized, but its permissions have changed since it began. */
class RightsChangedError extends Error {
  override name = 'RightsChangedError';
  readonly caller: Partial<Caller>;
  constructor(caller: Partial<Caller>) {
    super('The permissions of the request changed.');
    this.caller = caller;
  }
}

/**
 * Runs a handler with the permissions that are current when the handler writes.
 * @throws AppError any authorization error under the current permissions; UNAVAILABLE if permissions keep changing or changed during an
 * upload, because its body cannot be read twice
 */
export async function enforceStanding<T>(
  app: App,
  access: Access,
  route: RouteSpec,
  request: FastifyRequest,
  first: Caller,
  handle: (caller: Caller) => Promise<T>,
): Promise<T> {
  if (route.method === 'GET' || first.session === null) return await handle(first);
  const begunAt = performance.now();
  let caller = first;
  for (;;) {
    const guard = guardOf(app, access, route, request, caller);
    try {
      return await runAsserted(guard, caller, handle);
    } catch (error) {
      if (error instanceof AuthorizationLostError) throw refuseForNow();
      if (!(error instanceof RightsChangedError)) throw error;
      if (request.body instanceof Readable || performance.now() - begunAt > PATIENCE_MS) throw refuseForNow();
      caller = error.caller as Caller;
      rememberCaller(request, caller);
    }
  }
}

/**
 * Runs the handler. If the caller's permissions were read by an earlier request, they are confirmed after a result or an error that no
 * transaction has asserted them for: both may be caused by outdated permissions.
 */
async function runAsserted<T>(
  guard: StandingGuard,
  caller: Caller,
  handle: (caller: Caller) => Promise<T>,
): Promise<T> {
  const isRecent = caller.isRecent === true;
  try {
    const result = await runGuarded(guard, () => handle(caller));
    if (isRecent && !guard.isAsserted) await guard.renew();
    return result;
  } catch (error) {
    // After a transaction has asserted the standing, the error has another cause, and the command may have been committed.
    if (isRecent && !guard.isAsserted && !(error instanceof RightsChangedError)) await guard.renew();
    throw error;
  }
}

const refuseForNow = () =>
  new AppError('UNAVAILABLE', 'Your access changed while this was being sent. Send it again.', {
    retryAfterSeconds: 1,
  });

function guardOf(
  app: App,
  access: Access,
  route: RouteSpec,
  request: FastifyRequest,
  caller: Caller,
): StandingGuard {
  const guard: StandingGuard = {
    standing: standingOf(route, caller),
    isDone: false,
    isAsserted: false,
    renew: async () => {
      const now = await checkAccess(app, access, route, request);
      if (!isDeepStrictEqual(rightsOf(caller), rightsOf(now))) throw new RightsChangedError(now);
      guard.standing = standingOf(route, now as Caller);
    },
  };
  return guard;
}

/** Returns the caller's data in the form passed to a handler, without the version of the permissions. */
function rightsOf({ session, actor, object }: Partial<Caller>): unknown {
  return { session, object, actor: { ...actor, rights: null } };
}

function standingOf(route: RouteSpec, { session, teamId, actor, object }: Caller): Standing {
  const { rule } = route;
  const isProgram = session?.token !== undefined;
  const isOfTeam = rule.kind === 'team' && actor.rights !== undefined;
  // Only tasks have a location to check again. For projects and documents, the version of the team's permissions covers all
  // relevant changes.
  const isTask =
    isOfTeam && (rule.object === 'task' || (rule.object === 'trash' && (object.kind ?? 'task') === 'task'));
  return {
    sessionId: isProgram ? null : (session?.id ?? null),
    tokenId: isProgram ? (session?.id ?? null) : null,
    userId: session?.userId ?? '',
    team: isOfTeam ? { id: teamId, rights: actor.rights ?? 0 } : null,
    task: isTask
      ? { id: object.id, projectId: object.projectId, isTrashed: object.isTrashed === true }
      : null,
  };
}
