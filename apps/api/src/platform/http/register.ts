import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { FieldError } from '@hearth/contracts/core/errors';
import type { IdKind, RouteSpec } from '@hearth/contracts/core/route';
import { SEQ_HEADER } from '@hearth/contracts/sync-values';
import { findFirstResponse } from '#platform/commands/index.ts';
import { AppError } from '#platform/errors.ts';
import { successStatus, type App, type Binding, type Caller, type SessionInfo } from '#platform/feature.ts';
import { explainIssue } from '#platform/explain-issue.ts';
import { assertScope, authenticate, checkAccess, type Access } from './access.ts';
import { limitBodyTime } from './body-time.ts';
import { storeRoutes } from './call-route.ts';
import { callerOf, rememberCaller } from './caller.ts';
import { checkCommandAccess, enforceStanding, findRefusal } from './enforce-standing.ts';
import { checkOrigin } from './origin.ts';
import { idFieldsOf } from './id-fields.ts';
import { JsonText } from './json-text.ts';
import { RateLimiter, addressKey, isOfPeople } from './rate-limit.ts';
import { StrangerLimit } from './stranger-limit.ts';
import { markAuthenticated } from './unauthenticated-connections.ts';

/**
 * Registers the bound routes. Checks run in this order: access (401, 404, 403) before the body is read, then the body's
 * size, type and JSON syntax, then its fields (400), and finally the service, which may respond with 402.
 * @throws Error if a route has no rule, names an id that it does not declare, or is bound twice
 */
export function registerBindings(
  app: App,
  server: FastifyInstance,
  bindings: readonly Binding[],
  access: Access,
): void {
  const routes = bindings.map((binding) => binding.route);
  assertRoutes(routes);
  storeRoutes(app, access, bindings);
  for (const [type, isStreamed] of fileTypesOf(routes)) {
    if (isStreamed) server.addContentTypeParser(type, (_request, stream, done) => done(null, stream));
    else server.addContentTypeParser(type, { parseAs: 'buffer' }, passBodyThrough);
  }
  const limiter = new RateLimiter(app.clock);
  const strangers = new StrangerLimit(limiter, app.clock);

  const raw = bindings.filter(({ route }) => route.isRaw === true);
  for (const binding of bindings) if (binding.route.isRaw !== true) addRoute(server, binding);
  // Parsers apply per scope, and these routes accept raw bytes of any type.
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, passBodyThrough);
    for (const binding of raw) addRoute(scope, binding);
  });

  function addRoute(on: FastifyInstance, { route, handle, isCommand = false }: Binding): void {
    // The body of an upload is stored before the command begins, so its access is checked with current data.
    const isRecentAllowed = isCommand && route.rule.kind === 'team' && !acceptsBytes(route);
    const confirmFailure = (failure: unknown, request: FastifyRequest, reply: FastifyReply): void => {
      const confirm = async (): Promise<void> => {
        const refusal = await findRefusal(app, access, route, request, failure);
        if (refusal === null) throw failure;
        if (!(await isRetryAnswered(app, access, route, request, reply, refusal))) throw refusal;
      };
      // An error that is sent from here goes to the error handler of the server.
      confirm().catch((error: unknown) => reply.send(error));
    };
    on.route({
      method: route.method,
      url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      ...limitOf(route),
      onRequest: async (request, reply) => {
        const limit = app.config.hasRateLimits ? limiter : null;
        const ownLimit = limit === null ? undefined : route.rateLimit;
        if (limit !== null && ownLimit !== undefined && !isOfPeople(ownLimit))
          consumeRateLimit(limit, ownLimit, addressKey(request.ip));
        const isOpen = route.rule.kind === 'public' || route.rule.kind === 'development';
        const strangersWait = limit === null || isOpen ? 0 : strangers.enter(request);
        if (strangersWait > 0) throw tooMany(strangersWait);
        // Count rejected requests as well. Images have a separate limit because a page shows many of them.
        const takeGeneral = (key: string): void => {
          if (limit !== null && route.rateLimit !== 'images') consumeRateLimit(limit, 'general', key);
        };
        const onKnown = ({ userId }: SessionInfo): void => {
          if (limit !== null) strangers.welcome(request);
          markAuthenticated(request.raw.socket);
          takeGeneral(userId);
        };
        const checking = isRecentAllowed
          ? checkCommandAccess(app, access, route, request, onKnown)
          : checkAccess(app, access, route, request, onKnown);
        const caller = await checking.catch(async (error: unknown) => {
          if (!(await isRetryAnswered(app, access, route, request, reply, error))) throw error;
          return null;
        });
        if (caller === null) return reply;
        if (limit !== null && ownLimit !== undefined && isOfPeople(ownLimit))
          consumeRateLimit(limit, ownLimit, `${caller.session?.userId ?? ''} ${caller.teamId ?? ''}`);
        if (caller.session === null) takeGeneral(addressKey(request.ip));
        rememberCaller(request, caller);
        return undefined;
      },
      preParsing: async (request, _reply, payload) =>
        limitBodyTime(route, request, payload as unknown as Readable),
      handler: async (request, reply) => {
        const caller = callerOf(request) as Caller;
        assertMediaType(route, request);
        const errors: FieldError[] = [];
        const params = parse(route.params, request.params, errors);
        const query = parse(route.query, request.query, errors);
        const body = acceptsBytes(route) ? request.body : parse(route.body, request.body, errors);
        if (errors.length > 0) throw new AppError('INVALID_REQUEST', describe(errors), { errors });
        if (route.body === undefined && !acceptsBytes(route) && request.body !== undefined) {
          throw new AppError('INVALID_REQUEST', 'This request can’t have a body.');
        }
        const result = await enforceStanding(app, access, route, request, caller, (held) =>
          handle({ params, query, body, caller: held, request, reply }),
        );
        return reply.sent ? reply : sendResponse(reply, route, result);
      },
      ...(isRecentAllowed ? { errorHandler: confirmFailure } : {}),
    });
  }
}

function acceptsBytes(route: RouteSpec): boolean {
  return route.upload !== undefined || route.isRaw === true;
}

function limitOf({ upload, bodyLimit }: RouteSpec): { bodyLimit?: number } {
  const most = upload?.maxBytes ?? bodyLimit;
  return most === undefined ? {} : { bodyLimit: most };
}

/** Returns the media types of files, and whether handlers read them as a stream. Each type is always read the same way. */
function fileTypesOf(routes: readonly RouteSpec[]): Map<string, boolean> {
  const found = new Map<string, boolean>();
  for (const { id, upload } of routes) {
    for (const type of upload?.types ?? []) {
      const isStreamed = upload?.isStreamed === true;
      if ((found.get(type) ?? isStreamed) !== isStreamed)
        throw new Error(`${id} reads ${type} differently than another route`);
      found.set(type, isStreamed);
    }
  }
  return found;
}

function passBodyThrough(
  _request: FastifyRequest,
  bytes: string | Buffer,
  done: (error: null, body: string | Buffer) => void,
): void {
  done(null, bytes);
}

/**
 * Asserts the media type. Each route accepts either JSON or files of its own types.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE
 */
function assertMediaType(route: RouteSpec, request: FastifyRequest): void {
  if (route.isRaw === true) return;
  const isFile = Buffer.isBuffer(request.body) || request.body instanceof Readable;
  if (route.upload === undefined) {
    if (isFile) throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json.');
    return;
  }
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (isFile && route.upload.types.includes(type)) return;
  throw new AppError('UNSUPPORTED_MEDIA_TYPE', `Send a file of type ${route.upload.types.join(', ')}.`);
}

/**
 * Responds to a retry of a request that removed its own object with the stored response for the same user and idempotency key.
 * @returns false if the request is not such a retry and must be rejected
 */
async function isRetryAnswered(
  app: App,
  access: Access,
  route: RouteSpec,
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: unknown,
): Promise<boolean> {
  const isGone = refusal instanceof AppError && refusal.code === 'NOT_FOUND';
  if (!isGone || route.method === 'GET' || route.body !== undefined) return false;
  if (request.headers['idempotency-key'] === undefined) return false;
  const session = await authenticate(access, request);
  if (typeof session === 'string') return false;
  checkOrigin(app.config, request, { needsOrigin: session.token === undefined });
  if (session.token !== undefined) {
    // Tokens limited to one team get no stored responses because the team is not checked again here.
    if (session.token.onlyTeam !== null) return false;
    assertScope(session.token, route);
  }
  const first = await findFirstResponse(app, request, session.userId);
  if (first === null) return false;
  if (first.seq !== null) reply.header(SEQ_HEADER, String(first.seq));
  reply.code(first.status);
  sendResponse(reply, route, first.status === 204 ? undefined : first.body);
  return true;
}

function consumeRateLimit(limiter: RateLimiter, name: Parameters<RateLimiter['take']>[0], key: string): void {
  const wait = limiter.take(name, key);
  if (wait > 0) throw tooMany(wait);
}

function tooMany(wait: number): AppError {
  return new AppError('RATE_LIMITED', `Too many requests. Try again in ${wait} s.`, {
    retryAfterSeconds: wait,
  });
}

function parse(schema: z.ZodType | undefined, value: unknown, errors: FieldError[]): unknown {
  if (schema === undefined) return undefined;
  const parsed = schema.safeParse(value ?? {}, { error: explainIssue });
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues.slice(0, 20)) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : [undefined];
    for (const key of keys) {
      const path = [...issue.path, ...(key === undefined ? [] : [key])].map(String).join('.');
      errors.push({ path, message: key === undefined ? issue.message : 'isn’t a field of this request' });
    }
  }
  return undefined;
}

function describe(errors: readonly FieldError[]): string {
  const faults = errors
    .slice(0, 3)
    .map(({ path, message }) => `${path === '' ? 'The request' : path} ${message}`);
  return `${faults.join('; ')}.`;
}

/**
 * Serializes with JSON.stringify and without validation, at half the measured cost of a validating serializer. Tests verify
 * the response format.
 */
function sendResponse(reply: FastifyReply, route: RouteSpec, result: unknown): FastifyReply {
  if (reply.statusCode === 200) reply.code(successStatus(route));
  if (result === undefined) return reply.send();
  const text = result instanceof JsonText ? result.text : JSON.stringify(result);
  return reply.header('content-type', 'application/json; charset=utf-8').send(text);
}

/** @throws Error naming the first invalid route */
export function assertRoutes(routes: readonly RouteSpec[]): void {
  const seen = new Set<string>();
  for (const route of routes) {
    const name = `${route.method} ${route.path}`;
    if (seen.has(name)) throw new Error(`${name} is bound twice`);
    seen.add(name);
    // A missing rule is also a type error, but authorization must not depend on types alone.
    if ((route.rule as unknown) === undefined) throw new Error(`${name} has no rule`);
    const ids: Readonly<Record<string, IdKind>> = route.ids ?? {};
    for (const field of idFieldsOf(route)) {
      if (ids[field] === undefined) throw new Error(`${name} does not declare the kind of ${field}`);
    }
  }
}
