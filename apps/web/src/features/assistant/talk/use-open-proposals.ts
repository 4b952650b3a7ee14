import type { Proposal } from '@hearth/contracts/assistant/assistant';
import { call } from '#platform/api/api-client.ts';
import { useRequest } from '#platform/api/use-request.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { auth } from '#platform/session/session.ts';
import { useTeamStore } from '#platform/sync/index.ts';

interface OpenProposal {
  threadId: string;
  proposal: Proposal;
}

const NONE: readonly OpenProposal[] = [];
const SHOWN = 5;

/** Returns the latest cards that wait for this user's decision, at most `SHOWN`. Empty for users who have never used the assistant. */
export function useOpenProposals(): readonly OpenProposal[] {
  const { teamId } = useTeamStore();
  const latest = useSelected(auth, (state) => state.aiHistory[0]?.updatedAt ?? '');
  const { data } = useRequest(`${teamId} ${latest}`, async (signal) =>
    latest === ''
      ? NONE
      : (
          await call('GET /teams/{teamId}/assistant/proposals', {
            params: { teamId },
            query: { limit: SHOWN },
            ...(signal === undefined ? {} : { signal }),
          })
        ).proposals,
  );
  return data ?? NONE;
}
