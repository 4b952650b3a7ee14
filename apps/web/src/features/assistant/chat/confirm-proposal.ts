import type { Proposal } from '@hearth/contracts/assistant/assistant';
import { isSame } from '@hearth/contracts/core/same';
import { ApiError, type Call } from '#platform/api/api-client.ts';
import { readAllPages } from '#platform/api/read-pages.ts';
import type { Confirming } from '#features/assistant/cards/card-edits.ts';
import { StaleProposalError } from '#features/assistant/cards/stale-proposal.ts';

interface ConfirmPorts {
  call: Call;
  teamId: string;
  put: (proposal: Proposal) => void;
}

/**
 * Confirms a proposal. If objects were changed since it was made, their current values are shown and the next confirmation applies.
 * @throws StaleProposalError naming what was changed since; ApiError
 */
export async function confirmProposal(
  ports: ConfirmPorts,
  proposal: Proposal,
  body: Confirming,
): Promise<void> {
  const { call, teamId, put } = ports;
  try {
    const params = { teamId, proposalId: proposal.id };
    const limitMs = 60_000;
    const path = 'POST /teams/{teamId}/assistant/proposals/{proposalId}/confirm';
    put((await call(path, { params, body, limitMs })).proposal);
  } catch (error) {
    const status = error instanceof ApiError ? error.status : null;
    if (status === 410) {
      put({ ...proposal, status: 'expired' });
      return;
    }
    if (status !== 409) throw error;
    const fresh = await readOpenProposal(ports, proposal.id);
    const stale = fresh?.changes.filter(({ before }, at) => !isSame(before, proposal.changes[at]?.before));
    if (fresh === undefined || stale === undefined || stale.length === 0) throw error;
    put(fresh);
    throw new StaleProposalError([...new Set(stale.map(({ title }) => title))]);
  }
}

async function readOpenProposal({ call, teamId }: ConfirmPorts, id: string): Promise<Proposal | undefined> {
  const pages = await readAllPages((cursor) =>
    call('GET /teams/{teamId}/assistant/proposals', { params: { teamId }, query: { cursor } }),
  );
  return pages.flatMap(({ proposals }) => proposals).find(({ proposal }) => proposal.id === id)?.proposal;
}
