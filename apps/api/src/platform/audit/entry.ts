import { createHash } from 'node:crypto';
import type { AuditAct, AuditObject } from '@hearth/contracts/audit/audit-values';
import { canonicalJson } from '#platform/canonical-json.ts';

/**
 * An act as a service reports it. `details` holds settings as before and after values, never content; an object appears
 * by name only. People are stored by id, here and in `details`; names are resolved on display.
 */
export interface Audit {
  act: AuditAct;
  object: AuditObject;
  objectId: string | null;
  /** Its name at that time. Omitted for people, and for work that not every admin may read. */
  objectName?: string;
  details?: Record<string, unknown>;
}

/** Origin of an act: network address, request and API token, where available. */
export interface Provenance {
  address: string | null;
  requestId: string | null;
  tokenId: string | null;
}

/** The hashed content of an entry. */
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

/** SHA-256 of an entry's content. The migration that started the chain writes the same text; the format is frozen. */
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

/** Chained hash of an entry: over the previous hash, its number (eight bytes, big-endian) and its digest. */
export function hashEntry(before: Buffer, number: number, digest: Buffer): Buffer {
  const place = Buffer.alloc(8);
  place.writeBigInt64BE(BigInt(number));
  return createHash('sha256').update(before).update(place).update(digest).digest();
}
