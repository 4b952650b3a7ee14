import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { addressKey } from '#platform/http/rate-limit.ts';
import { callerOf } from '#platform/http/caller.ts';
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

/** The network of an address: enough to tell the office from elsewhere, too little to follow a person. */
export function cutAddress(address: string): string {
  const key = addressKey(address);
  if (!isIPv6(address) || key.includes('.')) return `${key.split('.').slice(0, 3).join('.')}.0/24`;
  return `${key.split(':').slice(0, 3).join(':')}::/48`;
}
