import { createHash } from 'node:crypto';
import type { AuditAct, AuditObject } from '@hearth/contracts/audit/audit-values';
import { canonicalJson } from '#platform/canonical-json.ts';

/**
 * What a service says of an act. Settings stand in `details` as values before and after; content never does: only what
 * the thing was called. People are named by their ids, here and in `details`: their names are read when it is shown.
 */
export interface Audit {
  act: AuditAct;
  object: AuditObject;
  objectId: string | null;
  /** What it was called then. Left out for people, and for work that not every admin may read. */
  objectName?: string;
  details?: Record<string, unknown>;
}

/** Where an act came from: the network, the request and the API token, as far as there are any. */
export interface Provenance {
  address: string | null;
  requestId: string | null;
  tokenId: string | null;
}

/** An entry's content, as it is hashed. */
export interface AuditContent extends Provenance {
  teamId: string;
  at: Date;
  actor: string | null;
  act: string;
  object: string;
  objectId: string | null;
  objectName: string | null;
  details: unknown;
}

/** The hash before the first entry. */
export const CHAIN_START = Buffer.alloc(32);

/** SHA-256 of an entry's content. The migration that began the chain writes the same text; the form never changes. */
export function digestEntry(entry: AuditContent): Buffer {
  const form = [
    1,
    entry.teamId,
    entry.at.toISOString(),
    entry.actor,
    entry.act,
    entry.object,
    entry.objectId,
    entry.objectName,
    entry.details,
    entry.address,
    entry.requestId,
    entry.tokenId,
  ];
  return createHash('sha256').update(canonicalJson(form)).digest();
}

/** The hash of an entry in its place: over the hash before it, its number (eight bytes, big end first) and its digest. */
export function hashEntry(before: Buffer, number: number, digest: Buffer): Buffer {
  const place = Buffer.alloc(8);
  place.writeBigInt64BE(BigInt(number));
  return createHash('sha256').update(before).update(place).update(digest).digest();
}
