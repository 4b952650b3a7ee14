import type { FastifyRequest } from 'fastify';
import { callerOf } from '#platform/http/caller.ts';
import { truncateIp } from '#platform/http/truncate-ip.ts';
import type { Provenance } from './entry.ts';

/** The origin of actions performed by the server itself. */
export const OF_NOBODY: Provenance = { address: null, requestId: null, tokenId: null };

export function provenanceOf(request: FastifyRequest): Provenance {
  return {
    address: truncateIp(request.ip),
    requestId: request.id,
    tokenId: callerOf(request)?.session?.token?.id ?? null,
  };
}
