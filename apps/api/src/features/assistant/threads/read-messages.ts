import type { AssistantMessage, Proposal } from '@hearth/contracts/assistant/assistant';
import type { TeamTx } from '#platform/db/index.ts';
import { readProposals } from '#features/assistant/proposals/proposals.queries.ts';
import type { MessageRow } from './messages.queries.ts';

/** Converts rows to messages of the contract, with the current state of their proposals. */
export async function toMessages(
  tx: TeamTx,
  rows: readonly MessageRow[],
  of: { userId: string; now: Date },
): Promise<AssistantMessage[]> {
  const ids = rows.flatMap(({ parts }) => parts.proposalIds ?? []);
  const proposals = ids.length === 0 ? new Map<string, Proposal>() : await readProposals(tx, { ids, ...of });
  return rows.map((row) => ({
    id: row.id,
    role: row.role,
    text: row.text,
    citations: row.parts.citations ?? [],
    proposals: (row.parts.proposalIds ?? []).flatMap((id) => proposals.get(id) ?? []),
    chips: row.parts.chips ?? [],
    provider: row.provider,
    isFallback: row.isFallback,
    isStopped: row.isStopped,
    // An expired lease means that the node generating the answer has died.
    isPartial: row.isPartial || row.leaseUntil !== null,
    createdAt: row.createdAt.toISOString(),
  }));
}
