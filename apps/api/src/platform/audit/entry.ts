import { createHash } from 'node:crypto';
import type { AuditAct, AuditObject } from '@hearth/contracts/audit/audit-values';
import { canonicalJson } from '#platform/canonical-json.ts';

/**
 * An action to be audited, as reported by a service. `details` contains settings before and after the change, never content, and refers to
 * objects only by name. Users are stored by id, also in `details`. Their names are resolved on display.
 */
export interface Audit {
  act: AuditAct;
  object: AuditObject;
  objectId: string | null;
  /** The name of the object at that time. Omitted for users and for content that not every admin may read. */
  objectName?: string;
  details?: Record<string, unknown>;
}

/** Origin of an action: network address, request and API token, where available. */
export interface Provenance {
  address: string | null;
  requestId: string | null;
  tokenId: string | null;
}

/** The content of an entry from which its hash is computed. */
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

/** Computes the SHA-256 of an entry's content. The format is frozen: the migration that started the chain writes the same text. */
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

/** Computes the chained hash of an entry from the previous hash, its number (eight bytes, big-endian) and its digest. */
export function hashEntry(before: Buffer, number: number, digest: Buffer): Buffer {
  const numberBytes = Buffer.alloc(8);
  numberBytes.writeBigInt64BE(BigInt(number));
  return createHash('sha256').update(before).update(numberBytes).update(digest).digest();
}
