import type { FastifyRequest } from 'fastify';
import { FRESH_SIGN_IN_SECONDS } from '@hearth/contracts/auth/account-values';
import { can, canSee, type WorkObject } from '@hearth/contracts/permissions/permissions';
import type { IdKind, ObjectKind, RouteSpec } from '@hearth/contracts/core/route';
import { TOKEN_OPERATIONS, TOKEN_PREFIX } from '@hearth/contracts/tokens/token-values';
import { commitWith, readTeam, type TeamTx } from '#platform/db/index.ts';
import { AppError, notFound, refusalOf } from '#platform/errors.ts';
import type {
  AccessPort,
  App,
  Caller,
  ExistenceCheck,
  FindRecentObject,
  LoadedActor,
  ObjectLoader,
  SessionInfo,
  TokenInfo,
} from '#platform/feature.ts';
import { rememberCaller } from './caller.ts';
import { checkOrigin } from './origin.ts';
import type { RecentActors } from './recent-actors.ts';
import { loadReader, readView, readViewToken, refuseInView } from './view-as.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export interface Access {
  port: AccessPort;
  objects: Partial<Record<IdKind, ObjectLoader>>;
  exists: Partial<Record<IdKind, ExistenceCheck>>;
  recent: RecentActors;
  findRecentTask: FindRecentObject;
}

const API_TOKEN = new RegExp(`^Bearer (${TOKEN_PREFIX}\\S+)$`, 'i');

/**
 * Authenticates a user by the session cookie, or a program by the API token in the Authorization header. If the request contains a token,
 * the cookie is ignored.
 */
export async function authenticate(
  { port }: Access,
  request: FastifyRequest,
): Promise<SessionInfo | 'none' | 'expired'> {
  const [, secret] = API_TOKEN.exec(request.headers.authorization ?? '') ?? [];
  return secret === undefined ? await port.authenticate(request) : await port.authenticateToken(secret);
}

/**
 * Scopes that a token needs to open sockets. They match the scopes of the equivalent reads: pages of changes, and a document. Editing the
 * document requires a separate scope.
 */
const SCOPES_OF_SOCKETS: Readonly<Record<string, string>> = {
  'sync.feed': 'sync.read',
  'documents.collaborate': 'documents.get',
};

/** @throws AppError FORBIDDEN naming the scope that the token lacks */
export function assertScope(token: TokenInfo, route: RouteSpec): void {
  const scope = SCOPES_OF_SOCKETS[route.id] ?? route.id;
  if (!TOKEN_OPERATIONS.includes(scope)) {
    throw new AppError('FORBIDDEN', `API tokens can’t be used for ${scope}. Sign in to do this.`);
  }
  if (!token.scopes.includes(scope)) {
    throw new AppError('FORBIDDEN', `This API token doesn’t have the scope ${scope}.`);
  }
}

/** @throws AppError REAUTH_REQUIRED if the sign-in is older than `FRESH_SIGN_IN_SECONDS`; FORBIDDEN for an API token */
export function assertFreshSignIn(app: App, session: SessionInfo): void {
  if (session.token !== undefined) {
    throw new AppError('FORBIDDEN', 'This needs a recent sign-in, so an API token can’t do it.');
  }
  const age = app.clock.now().getTime() - session.signedInAt.getTime();
  if (age > FRESH_SIGN_IN_SECONDS * 1000) {
    throw new AppError('REAUTH_REQUIRED', 'Sign in again to do this. Your last sign-in was too long ago.');
  }
}

/**
 * Authorizes a request before its body is read: 401, then 404, then 403. Callers without access to a team or object get 404, regardless of
 * the rest of the request.
 * @param onKnown called with the session before any other lookup. May reject the request by throwing an error
 */
export async function checkAccess(
  app: App,
  access: Access,
  route: RouteSpec,
  request: FastifyRequest,
  onKnown: (session: SessionInfo) => void = () => undefined,
): Promise<Partial<Caller>> {
  const { rule } = route;
  if (rule.kind === 'development' && (app.config.google !== undefined || !app.config.isOnLoopback))
    throw notFound();
  if (rule.kind === 'public' || rule.kind === 'development') {
    checkOrigin(app.config, request, { needsOrigin: request.headers.cookie !== undefined });
    return { session: null };
  }
  const session = await authenticate(access, request);
  if (session === 'expired') throw new AppError('TOKEN_EXPIRED', 'Your session has expired. Sign in again.');
  if (session === 'none') throw new AppError('UNAUTHENTICATED', 'Sign in to continue.');
  // Allows the log to attribute later rejections to the caller.
  rememberCaller(request, { session });
  onKnown(session);
  if (rule.kind === 'session') {
    checkOrigin(app.config, request, { needsOrigin: session.token === undefined });
    if (session.token !== undefined && rule.isForTokens !== true) assertScope(session.token, route);
    if (route.method !== 'GET' && readViewToken(request) !== null) refuseInView();
    if (rule.needsFreshSignIn === true) assertFreshSignIn(app, session);
    return { session };
  }
  const caller = await checkTeamAccess(app, access, route, request, session);
  access.recent.remember(caller);
  return caller;
}

/**
 * Authorizes a request of an authenticated session in the same order as `checkAccess`.
 * @param known the caller's permissions, if they need not be loaded. A task that was read before is then not loaded either: transactions
 *   assert its location together with the permissions
 */
export async function checkTeamAccess(
  app: App,
  access: Access,
  route: RouteSpec,
  request: FastifyRequest,
  session: SessionInfo,
  known?: LoadedActor,
): Promise<Partial<Caller>> {
  const { rule } = route;
  if (rule.kind !== 'team') throw new TypeError(`${route.id} has no team rule`);
  const params = readNames(request);
  const teamId = params['teamId']?.toLowerCase() ?? '';
  const { token } = session;
  const isElsewhere = token !== undefined && token.onlyTeam !== null && token.onlyTeam !== teamId;
  if (!UUID.test(teamId) || isElsewhere) throw notFound('This team');
  const requestedView = readView(app, request, { session, teamId });
  const isPlain = requestedView === null && token === undefined;
  const isAlone = isPlain && rule.object === undefined && !hasPathIds(access, route);
  const load = async (tx: TeamTx) => {
    const loadActor = () => loadReader(access.port.loadActor, tx, session.userId, requestedView);
    const actor = known ?? (isAlone ? await commitWith(loadActor) : await loadActor());
    if (actor === null) throw notFound('This team');
    if (isAlone) return { actor, object: undefined, refusal: null };
    const refusal = token === undefined ? null : await access.port.explainTokenRefusal(tx, actor, token);
    await assertPathIdsExist(tx, access, route, request);
    if (rule.object === undefined) return { actor, object: undefined, refusal };
    const loadObject = access.objects[rule.object];
    if (loadObject === undefined) throw new Error(`No loader for ${rule.object} in ${route.id}`);
    const id = params[rule.object === 'trash' ? 'itemId' : `${rule.object}Id`] ?? '';
    return { actor, object: await commitWith(() => loadObject(tx, id)), refusal };
  };
  const isOnTask = known !== undefined && rule.object === 'task' && !hasPathIds(access, route);
  const task = isOnTask ? access.findRecentTask(teamId, params['taskId']?.toLowerCase() ?? '') : undefined;
  const { actor, object, refusal } =
    known !== undefined && (isAlone || task !== undefined)
      ? { actor: known, object: task, refusal: null }
      : await readTeam(app.db, { teamId, userId: session.userId }, load);
  if (
    rule.object !== undefined &&
    (object === undefined || object === null || !isVisible(actor, object, rule.object))
  ) {
    throw notFound(`This ${rule.object === 'trash' ? 'item' : rule.object}`);
  }
  checkOrigin(app.config, request, { needsOrigin: token === undefined });
  if (refusal !== null) throw new AppError('FORBIDDEN', refusal);
  if (token !== undefined) assertScope(token, route);
  const view = requestedView === 'ended' ? null : requestedView;
  if (view !== null && route.method !== 'GET') refuseInView();
  if (!can(actor, rule.action, object ?? undefined)) {
    throw refusalOf(actor, rule.action, object ?? undefined);
  }
  if (rule.needsFreshSignIn === true) assertFreshSignIn(app, session);
  access.port.noteActive(teamId, session.userId);
  return { session, teamId, actor, view, ...(object === undefined || object === null ? {} : { object }) };
}

/** Returns the string parameters of the path and query. A repeated name is parsed as a list and ignored. */
function readNames(request: FastifyRequest): Record<string, string | undefined> {
  const given = { ...(request.query as object), ...(request.params as object) };
  return Object.fromEntries(
    Object.entries(given).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );
}

function hasPathIds(access: Access, route: RouteSpec): boolean {
  return Object.entries(route.ids ?? {}).some(
    ([name, kind]) => access.exists[kind] !== undefined && route.path.includes(`{${name}}`),
  );
}

/** Asserts that the ids in the path exist. The ids of the team and of the object are checked separately. */
async function assertPathIdsExist(
  tx: TeamTx,
  access: Access,
  route: RouteSpec,
  request: FastifyRequest,
): Promise<void> {
  for (const [name, value] of Object.entries(request.params as Record<string, string>)) {
    const kind = route.ids?.[name];
    const check = kind === undefined ? undefined : access.exists[kind];
    if (check === undefined) continue;
    const id = value.toLowerCase();
    if (!UUID.test(id) || !(await check(tx, id))) throw notFound('This');
  }
}

/** Whether an object is visible. Trashed objects are accessible only through the trash. */
function isVisible(actor: Caller['actor'], object: WorkObject, kind: ObjectKind): boolean {
  return canSee(actor, object) && (object.isTrashed === true) === (kind === 'trash');
}
