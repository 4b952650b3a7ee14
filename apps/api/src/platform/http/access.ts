import type { FastifyRequest } from 'fastify';
import { can, canSee, explainRule, type WorkObject } from '@hearth/contracts/permissions';
import type { IdKind, RouteSpec } from '@hearth/contracts/route';
import { runLast, withTeam, type TeamTx } from '#platform/db/index.ts';
import { AppError, notFound } from '#platform/errors.ts';
import type {
  AccessPort,
  App,
  Caller,
  ExistenceCheck,
  ObjectLoader,
  SessionInfo,
} from '#platform/feature.ts';
import { checkOrigin } from './origin.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export interface Access {
  port: AccessPort;
  objects: Partial<Record<IdKind, ObjectLoader>>;
  exists: Partial<Record<IdKind, ExistenceCheck>>;
}

/** @throws AppError REAUTH_REQUIRED when the sign-in is older than this. */
export function assertFreshSignIn(app: App, session: SessionInfo, seconds: number): void {
  const age = app.clock.now().getTime() - session.signedInAt.getTime();
  if (age > seconds * 1000) {
    throw new AppError('REAUTH_REQUIRED', 'Sign in again to do this: your sign-in is too long ago.');
  }
}

/**
 * Decides whether a request may go on, before its body is read: 401, then 404, then 403.
 * Whoever may not know of a team or a thing gets 404 whatever the rest of the request looks like.
 */
export async function checkAccess(
  app: App,
  access: Access,
  route: RouteSpec,
  request: FastifyRequest,
): Promise<Partial<Caller>> {
  const { rule } = route;
  if (rule.kind === 'development' && (app.config.google !== undefined || !app.config.isOnLoopback))
    throw notFound();
  if (rule.kind === 'public' || rule.kind === 'development') {
    checkOrigin(app.config, request, { needsOrigin: request.headers.cookie !== undefined });
    return { session: null };
  }
  const session = await access.port.authenticate(request);
  if (session === 'expired') throw new AppError('TOKEN_EXPIRED', 'The session has run out. Sign in again.');
  if (session === 'none') throw new AppError('UNAUTHENTICATED', 'Sign in to go on.');
  if (rule.kind === 'session') {
    checkOrigin(app.config, request, { needsOrigin: true });
    return { session };
  }
  return checkTeamAccess(app, access, route, request, session);
}

async function checkTeamAccess(
  app: App,
  access: Access,
  route: RouteSpec,
  request: FastifyRequest,
  session: SessionInfo,
): Promise<Partial<Caller>> {
  const { rule } = route;
  if (rule.kind !== 'team') throw new TypeError(`${route.id} has no team rule`);
  const params = { ...(request.query as object), ...(request.params as object) } as Record<
    string,
    string | undefined
  >;
  const teamId = params['teamId']?.toLowerCase() ?? '';
  if (!UUID.test(teamId)) throw notFound('This team');
  const { actor, object } = await withTeam(
    app.db,
    { teamId, userId: session.userId },
    async (tx) => {
      const loadActor = () => access.port.loadActor(tx, session.userId);
      const isAlone = rule.object === undefined && !hasPathIds(access, route);
      const actor = isAlone ? await runLast(loadActor) : await loadActor();
      if (actor === null) throw notFound('This team');
      if (isAlone) return { actor, object: undefined };
      await assertPathIdsExist(tx, access, route, request, teamId);
      if (rule.object === undefined) return { actor, object: undefined };
      const load = access.objects[rule.object];
      if (load === undefined) throw new Error(`Nothing loads ${rule.object} for ${route.id}`);
      const id = params[rule.object === 'trash' ? 'itemId' : `${rule.object}Id`] ?? '';
      return { actor, object: await runLast(() => load(tx, teamId, id)) };
    },
    { isReadOnly: true },
  );
  if (
    rule.object !== undefined &&
    (object === undefined || object === null || !isVisible(actor, object, rule.object))
  ) {
    throw notFound(`This ${rule.object === 'trash' ? 'item' : rule.object}`);
  }
  checkOrigin(app.config, request, { needsOrigin: true });
  if (!can(actor, rule.action, object ?? undefined)) {
    throw new AppError('FORBIDDEN', `${explainRule(rule.action)}.`);
  }
  if (rule.freshSeconds !== undefined) assertFreshSignIn(app, session, rule.freshSeconds);
  return { session, teamId, actor, ...(object === undefined || object === null ? {} : { object }) };
}

function hasPathIds(access: Access, route: RouteSpec): boolean {
  return Object.entries(route.ids ?? {}).some(
    ([name, kind]) => access.exists[kind] !== undefined && route.path.includes(`{${name}}`),
  );
}

/** Ids in the path besides the team's and the object's own, which have checks of their own. */
async function assertPathIdsExist(
  tx: TeamTx,
  access: Access,
  route: RouteSpec,
  request: FastifyRequest,
  teamId: string,
): Promise<void> {
  for (const [name, value] of Object.entries(request.params as Record<string, string>)) {
    const kind = route.ids?.[name];
    const check = kind === undefined ? undefined : access.exists[kind];
    if (check === undefined) continue;
    const id = value.toLowerCase();
    if (!UUID.test(id) || !(await check(tx, teamId, id))) throw notFound('This');
  }
}

/** What lies in the trash is reached through the trash only. */
function isVisible(actor: Caller['actor'], object: WorkObject, kind: 'project' | 'task' | 'trash'): boolean {
  return canSee(actor, object) && (object.isTrashed === true) === (kind === 'trash');
}
