import { sql, type RawBuilder } from 'kysely';
import type { TeamTx } from '#platform/db/index.ts';
import { digestEntry, type Audit, type Provenance } from './entry.ts';

interface Writing {
  teamId: string;
  /** Null for the server itself. */
  userId: string | null;
  now: Date;
  from: Provenance;
}

/**
 * Builds an SQL call that appends entries to the team's hash chain. It locks the head of the chain, so run it last in a
 * transaction.
 */
export function appendAudit(
  audits: readonly Audit[],
  { teamId, userId, now, from }: Writing,
): RawBuilder<unknown> {
  const rows = audits.map((audit) => {
    const content = {
      act: audit.act,
      object: audit.object,
      objectId: audit.objectId,
      objectName: audit.objectName ?? null,
      details: audit.details ?? {},
    };
    return {
      act: content.act,
      object: content.object,
      object_id: content.objectId,
      object_name: content.objectName,
      details: content.details,
      actor: userId,
      at: now.toISOString(),
      address: from.address,
      request_id: from.requestId,
      token_id: from.tokenId,
      digest: digestEntry({ teamId, actor: userId, at: now, ...content, ...from }).toString('hex'),
    };
  });
  return sql`append_audit(${teamId}::uuid, ${JSON.stringify(rows)}::jsonb)`;
}

/** Appends an audit entry for an action that the sync log does not record: an export, a plan change or a rejected action. */
export async function writeAudit(tx: TeamTx, audit: Audit, writing: Writing): Promise<void> {
  await sql`select ${appendAudit([audit], writing)}`.execute(tx);
}
