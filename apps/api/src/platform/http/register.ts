import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { FieldError } from '@hearth/contracts/errors';
import type { IdKind, RouteSpec } from '@hearth/contracts/route';
import { SEQ_HEADER } from '@hearth/contracts/sync-values';
import { findFirstAnswer } from '#platform/commands/index.ts';
import { AppError } from '#platform/errors.ts';
import type { App, Binding, Caller } from '#platform/feature.ts';
import { checkAccess, type Access } from './access.ts';
import { checkOrigin } from './origin.ts';
import { JsonText } from './json-text.ts';
import { RateLimiter, addressKey } from './rate-limit.ts';

const accessOf = new WeakMap<FastifyRequest, Partial<Caller>>();

/**
 * Adds the bound routes. Access is decided before a body is read (401, 404, 403), then the body's size, type and JSON,
 * then its fields (400); the service comes last and may answer 402.
 * @throws Error when a route has no rule, names an id that it does not declare, or is bound twice.
 */
export function registerBindings(
  app: App,
  server: FastifyInstance,
  bindings: readonly Binding[],
  access: Access,
): void {
  assertRoutes(bindings.map((binding) => binding.route));
  const limiter = new RateLimiter(app.clock);

  for (const { route, handle } of bindings) {
    server.route({
      method: route.method,
      url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      onRequest: async (request, reply) => {
        const limit = app.config.hasRateLimits ? limiter : null;
        if (limit !== null && route.rateLimit !== undefined)
          take(limit, route.rateLimit, addressKey(request.ip));
        const caller = await checkAccess(app, access, route, request).catch(async (error: unknown) => {
          if (!(await isRetryAnswered(app, access, route, request, reply, error))) throw error;
          return null;
        });
        if (caller === null) return reply;
        if (limit !== null) take(limit, 'general', caller.session?.userId ?? addressKey(request.ip));
        accessOf.set(request, caller);
        return undefined;
      },
      handler: async (request, reply) => {
        const caller = accessOf.get(request) as Caller;
        const errors: FieldError[] = [];
        const params = parse(route.params, request.params, errors);
        const query = parse(route.query, request.query, errors);
        const body = parse(route.body, request.body, errors);
        if (errors.length > 0) throw new AppError('INVALID_REQUEST', describe(errors), { errors });
        if (route.body === undefined && request.body !== undefined) {
          throw new AppError('INVALID_REQUEST', 'This takes no body.');
        }
        const result = await handle({ params, query, body, caller, request, reply });
        return reply.sent ? reply : answer(reply, route, result);
      },
    });
  }
}

/**
 * Answers the retry of a request that took away its own object: the same person's first answer, by its key.
 * @returns false when it is no such retry; the refusal then stands
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
  const session = await access.port.authenticate(request);
  if (typeof session === 'string') return false;
  checkOrigin(app.config, request, { needsOrigin: true });
  const first = await findFirstAnswer(app, request, session.userId);
  if (first === null) return false;
  if (first.seq !== null) reply.header(SEQ_HEADER, String(first.seq));
  reply.code(first.status);
  answer(reply, route, first.status === 204 ? undefined : first.body);
  return true;
}

function take(limiter: RateLimiter, name: Parameters<RateLimiter['take']>[0], key: string): void {
  const wait = limiter.take(name, key);
  if (wait > 0) {
    throw new AppError('RATE_LIMITED', `Too many requests. Try again in ${wait} s.`, {
      retryAfterSeconds: wait,
    });
  }
}

function parse(schema: z.ZodType | undefined, value: unknown, errors: FieldError[]): unknown {
  if (schema === undefined) return undefined;
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues.slice(0, 20)) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : [undefined];
    for (const key of keys) {
      const path = [...issue.path, ...(key === undefined ? [] : [key])].map(String).join('.');
      errors.push({ path, message: key === undefined ? issue.message : 'is not a field of this request' });
    }
  }
  return undefined;
}

function describe(errors: readonly FieldError[]): string {
  return errors
    .slice(0, 3)
    .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
    .join('; ');
}

/** JSON.stringify and no output validation: measured at half the cost of a validating serializer; tests check the shapes. */
function answer(reply: FastifyReply, route: RouteSpec, result: unknown): FastifyReply {
  if (reply.statusCode === 200) {
    const status =
      Object.keys(route.replies)
        .map(Number)
        .find((code) => code < 400) ?? 200;
    reply.code(status);
  }
  if (result === undefined) return reply.send();
  const text = result instanceof JsonText ? result.text : JSON.stringify(result);
  return reply.header('content-type', 'application/json; charset=utf-8').send(text);
}

/** @throws Error naming the first route that is not fit to serve. */
export function assertRoutes(routes: readonly RouteSpec[]): void {
  const seen = new Set<string>();
  for (const route of routes) {
    const name = `${route.method} ${route.path}`;
    if (seen.has(name)) throw new Error(`${name} is bound twice`);
    seen.add(name);
    // A missing rule is a type error too, but the wall must not hang on types alone.
    if ((route.rule as unknown) === undefined) throw new Error(`${name} has no rule`);
    const ids: Readonly<Record<string, IdKind>> = route.ids ?? {};
    for (const field of idFieldsOf(route)) {
      if (ids[field] === undefined) throw new Error(`${name} does not say what ${field} names`);
    }
  }
}

/** Names of all fields that hold ids, in path, query and body. */
export function idFieldsOf(route: RouteSpec): string[] {
  const fields = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  for (const schema of [route.query, route.body]) {
    const shape = (schema as unknown as { shape?: Record<string, unknown> } | undefined)?.shape;
    if (shape !== undefined) fields.push(...Object.keys(shape));
  }
  return fields.filter((field) => /(^id|Id|Ids)$/.test(field));
}
