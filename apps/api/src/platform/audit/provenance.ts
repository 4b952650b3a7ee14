import type { FastifyRequest } from 'fastify';
import { callerOf } from '#platform/http/caller.ts';
import { cutAddress } from '#platform/http/cut-address.ts';
import type { Provenance } from './entry.ts';

/** For what the server does by itself. */
export const OF_NOBODY: Provenance = { address: null, requestId: null, tokenId: null };

export function provenanceOf(request: FastifyRequest): Provenance {
  return {
    address: cutAddress(request.ip),
    requestId: request.id,
    tokenId: callerOf(request)?.session?.token?.id ?? null,
  };
}
