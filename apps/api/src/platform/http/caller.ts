import type { FastifyRequest } from 'fastify';
import type { Caller } from '#platform/feature.ts';

const callers = new WeakMap<FastifyRequest, Partial<Caller>>();

/** Stored once access has been decided. */
export function rememberCaller(request: FastifyRequest, caller: Partial<Caller>): void {
  callers.set(request, caller);
}

/** The authenticated caller, as far as the route's rule has authorized it; undefined before that. */
export function callerOf(request: FastifyRequest): Partial<Caller> | undefined {
  return callers.get(request);
}
