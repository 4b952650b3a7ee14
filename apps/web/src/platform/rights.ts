import {
  can,
  isWorkAction,
  type Action,
  type TeamRole,
  type WorkObject,
} from '@hearth/contracts/permissions';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { useSelected } from './state.ts';
import { teamsState } from './teams.ts';

/** The own role in the open team: from the synced row, and until that is here from what the server said at entry. */
export function useTeamRole(): TeamRole | null {
  const store = useTeamStore();
  const atEntry = useSelected(teamsState, (state) => state.currentTeamRole);
  return useRow('member', store.userId)?.teamRole ?? atEntry;
}

/** Whether to offer an action. The server decides; this only spares people what it would refuse. */
export function useMay(): (action: Action, object?: WorkObject) => boolean {
  const { userId } = useTeamStore();
  const role = useTeamRole();
  return (action, object) => {
    // A guest sees only work they were given rights on. How far those go, only the server knows: it may refuse.
    if (role === 'guest' && isWorkAction(action)) return object?.isTrashed !== true;
    return can({ userId, role, grants: {} }, action, object);
  };
}
