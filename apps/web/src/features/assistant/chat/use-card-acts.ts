import type { Proposal } from '@hearth/contracts/assistant/assistant';
import { useMemo } from 'react';
import { call } from '#platform/api/api-client.ts';
import { getCurrentTeam } from '#platform/session/teams.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import type { CardActs } from '#features/assistant/cards/proposal-card.tsx';
import { chat } from '#features/assistant/talk/chat.ts';
import { confirmProposal } from './confirm-proposal.ts';

/**
 * Actions on a card. Only the card's id, the chosen rows and their edits are sent. The resulting changes arrive through the sync feed like
 * any other change.
 */
export function useCardActs(): CardActs {
  const { teamId } = useTeamStore();
  return useMemo(() => {
    const put = ({ proposal }: { proposal: Proposal }): void => {
      // Ignore late responses for a team that is no longer open.
      if (getCurrentTeam()?._id === teamId) chat.putProposal(proposal);
    };
    const of = (proposal: Proposal) => ({ params: { teamId, proposalId: proposal.id } });
    return {
      async confirm(proposal, what) {
        await confirmProposal({ call, teamId, put: (fresh) => put({ proposal: fresh }) }, proposal, what);
      },
      async reject(proposal) {
        put(await call('POST /teams/{teamId}/assistant/proposals/{proposalId}/reject', of(proposal)));
      },
      async undo(proposal) {
        put(
          await call('POST /teams/{teamId}/assistant/proposals/{proposalId}/undo', {
            ...of(proposal),
            limitMs: 60_000,
          }),
        );
      },
    };
  }, [teamId]);
}
