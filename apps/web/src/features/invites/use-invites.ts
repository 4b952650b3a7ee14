import type { Delivery } from '@hearth/contracts/notifications/mail-values';
import type { Invite } from '@hearth/contracts/invites/invites';
import type { TeamRole } from '@hearth/contracts/permissions/permissions';
import { useEffect, useEffectEvent, useRef } from 'react';
import { call } from '#platform/api/api-client.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRequest, type Requested } from '#platform/api/use-request.ts';
import { useInvitedRoles } from './invite-roles.ts';
import { invitesSent } from './invites.data.ts';

interface InviteList {
  invites: Invite[];
  delivery: Delivery;
  turnedAway: number;
}

const NONE: InviteList = { invites: [], delivery: 'none', turnedAway: 0 };

/** The team's open invites and the roles that this user may grant by invite. */
export interface Invites {
  teamId: string;
  /** Empty without permission to invite. No invites are then requested. */
  roles: readonly TeamRole[];
  list: Requested<InviteList>;
}

export function useInvites(): Invites {
  const { teamId } = useTeamStore();
  const roles = useInvitedRoles();
  const mayInvite = roles.length > 0;
  const list = useRequest(`${teamId} ${mayInvite}`, async (signal) =>
    mayInvite
      ? await call('GET /teams/{teamId}/invites', { params: { teamId }, query: { limit: 200 }, signal })
      : NONE,
  );
  const times = useSelected(invitesSent, (state) => state.times);
  const readAgain = useEffectEvent(list.reload);
  const seen = useRef(times);
  useEffect(() => {
    if (seen.current === times) return;
    seen.current = times;
    readAgain();
  }, [times]);
  return { teamId, roles, list };
}
