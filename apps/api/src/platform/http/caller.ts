import type { FastifyRequest } from 'fastify';
import type { Caller } from '#platform/feature.ts';

const callers = new WeakMap<FastifyRequest, Partial<Caller>>();

/** Stores the caller once access has been authorized. */
export function rememberCaller(request: FastifyRequest, caller: Partial<Caller>): void {
  callers.set(request, caller);
}

/** Returns the authenticated caller, with the data that the route's rule has authorized. Undefined until access has been authorized. */
export function callerOf(request: FastifyRequest): Partial<Caller> | undefined {
  return callers.get(request);
}
