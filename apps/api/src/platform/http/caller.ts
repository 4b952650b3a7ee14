import type { FastifyRequest } from 'fastify';
import type { Caller } from '#platform/feature.ts';

const callers = new WeakMap<FastifyRequest, Partial<Caller>>();

/** Stores the caller: first only the session, then everything that the route's rule has authorized. */
export function rememberCaller(request: FastifyRequest, caller: Partial<Caller>): void {
  callers.set(request, caller);
}

/** Returns the caller as stored so far. Undefined until the request is authenticated. */
export function callerOf(request: FastifyRequest): Partial<Caller> | undefined {
  return callers.get(request);
}
