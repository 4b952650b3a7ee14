import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { FieldError } from '@hearth/contracts/core/errors';
import type { RouteSpec } from '@hearth/contracts/core/route';
import type { Actor } from '@hearth/contracts/permissions/permissions';
import type { AnyRoute } from '@hearth/contracts/routes';
import { isActingTogether } from '#platform/commands/index.ts';
import { runUnguarded } from '#platform/db/index.ts';
import { AppError } from '#platform/errors.ts';
import type { App, Binding, Caller, SessionInfo } from '#platform/feature.ts';
import { explainIssue } from '#platform/explain-issue.ts';
import { checkTeamAccess, type Access } from './access.ts';
import { rememberCaller } from './caller.ts';
import { JsonText } from './json-text.ts';

export type RouteId = AnyRoute['id'];
type RouteById<I extends RouteId> = Extract<AnyRoute, { id: I }>;
type In<S> = S extends z.ZodType ? z.input<S> : undefined;
type Out<R> = { [S in keyof R]: R[S] extends z.ZodType ? z.output<R[S]> : undefined }[keyof R];

interface RouteInput<R extends RouteSpec> {
  /** The path parameters without the team id. */
  params?: Omit<In<R['params']>, 'teamId'>;
  query?: In<R['query']>;
  body?: In<R['body']>;
}

/** The caller and the team. Permissions are not included because each call looks them up. */
export interface OnBehalf {
  session: SessionInfo;
  teamId: string;
  /** Origin of the triggering request, for the audit log. */
  from: { ip: string; id: string };
}

/** Calls a route of a team on behalf of a user, without the network. Uses the rule, input validation and handler of the route. */
export type CallRoute = <I extends RouteId>(
  id: I,
  input: RouteInput<RouteById<I>>,
) => Promise<Out<RouteById<I>['replies']>>;

interface Routes {
  access: Access;
  byId: ReadonlyMap<string, Binding>;
}
const routesOf = new WeakMap<App, Routes>();

/** Stores the routes. For `registerBindings`. */
export function storeRoutes(app: App, access: Access, bindings: readonly Binding[]): void {
  routesOf.set(app, { access, byId: new Map(bindings.map((one) => [one.route.id, one])) });
}

export function onBehalfOf(request: FastifyRequest, { session, teamId }: Caller): OnBehalf {
  if (session === null) throw new TypeError('The request has no session');
  return { session, teamId, from: { ip: request.ip, id: request.id } };
}

/**
 * Returns a function that calls routes. Authorizes each call when it is made, inside the transaction of `actTogether` if there is one.
 * @throws AppError any error of the route
 */
export function callerOfRoutes(app: App, who: OnBehalf): CallRoute {
  const call = async (id: string, input: Given): Promise<unknown> => {
    const { access, binding } = findRoute(app, id);
    const work = async () => await callBinding(app, access, who, binding, input);
    // Each call is authorized again: the standing of the original request, which may have ended long ago, does not apply.
    return await (isActingTogether() ? work() : runUnguarded(work));
  };
  return call as CallRoute;
}

/**
 * Authorizes a call of a route without making it. Handlers may check objects named in the body in addition.
 * @throws AppError that the call would throw because of the caller's rights to the team and to the object in the path
 */
export async function authorizeCall(
  app: App,
  who: OnBehalf,
  id: RouteId,
  params: Record<string, string> = {},
): Promise<Actor> {
  const { access, binding } = findRoute(app, id);
  const { route } = binding;
  const request = makeRequest(app, who, route.method, route.path, { params });
  const { actor } = (await runUnguarded(
    async () => await checkTeamAccess(app, access, route, request, who.session),
  )) as Caller;
  return actor;
}

function findRoute(app: App, id: string): { access: Access; binding: Binding } {
  const routes = routesOf.get(app);
  const binding = routes?.byId.get(id);
  if (routes === undefined || binding === undefined) throw new TypeError(`Route ${id} not found`);
  return { access: routes.access, binding };
}

interface Given {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

async function callBinding(
  app: App,
  access: Access,
  who: OnBehalf,
  { route, handle }: Binding,
  given: Given,
): Promise<unknown> {
  if (route.upload !== undefined || route.isRaw === true) throw new TypeError(`${route.id} expects a file`);
  const request = makeRequest(app, who, route.method, route.path, given);
  if (!isActingTogether()) await assertLive(access, who.session);
  const caller = (await checkTeamAccess(app, access, route, request, who.session)) as Caller;
  rememberCaller(request, caller);
  const errors: FieldError[] = [];
  const params = parse(route.params, request.params, errors);
  const query = parse(route.query, given.query, errors);
  const body = parse(route.body, given.body, errors);
  const [first] = errors;
  if (first !== undefined)
    throw new AppError('INVALID_REQUEST', `${first.path} ${first.message}.`, { errors });
  const result = await handle({ params, query, body, caller, request, reply: NO_REPLY });
  return result instanceof JsonText ? JSON.parse(result.text) : result;
}

/** @throws AppError UNAUTHENTICATED if the session or token has since ended */
async function assertLive({ port }: Access, session: SessionInfo): Promise<void> {
  const find = session.token === undefined ? port.findLiveSessions : port.findLiveTokens;
  const live = await find([session.id]);
  if (!live.has(session.id)) throw new AppError('UNAUTHENTICATED', 'Sign in to continue.');
}

/**
 * Creates a request with only the properties that checks and handlers of JSON routes use. Nothing is copied from the
 * original request.
 */
function makeRequest(
  app: App,
  { teamId, from }: OnBehalf,
  method: string,
  path: string,
  { params, query, body }: Given,
): FastifyRequest {
  const named: Record<string, string> = { teamId };
  for (const [name, value] of Object.entries(params ?? {})) named[name] = String(value);
  const url = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(named[name] ?? ''));
  const headers = { origin: app.config.webOrigin };
  const made = { method, url, routeOptions: { url: path }, headers, params: named, query: query ?? {}, body };
  return { ...made, ip: from.ip, id: from.id } as unknown as FastifyRequest;
}

const NO_REPLY = {
  statusCode: 200,
  sent: false,
  header: () => NO_REPLY,
  code: () => NO_REPLY,
} as unknown as FastifyReply;

function parse(schema: z.ZodType | undefined, value: unknown, errors: FieldError[]): unknown {
  if (schema === undefined) return undefined;
  const parsed = schema.safeParse(value ?? {}, { error: explainIssue });
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues.slice(0, 20))
    errors.push({ path: issue.path.map(String).join('.'), message: issue.message });
  return undefined;
}
