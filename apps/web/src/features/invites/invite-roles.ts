import { canInvite, type TeamRole } from '@hearth/contracts/permissions/permissions';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useMay, useTeamRole } from '#platform/permissions/rights.ts';
import { useRow, useTeamStore } from '#platform/sync/index.ts';

export const ROLE_NAMES: Record<TeamRole, MessageDescriptor> = {
  owner: msg`Owner`,
  admin: msg`Admin`,
  member: msg`Member`,
  guest: msg`Guest`,
};

/** The most common role comes first because pressing Enter too early must not create an owner. */
const INVITED_FIRST: readonly TeamRole[] = ['member', 'guest', 'admin', 'owner'];

/** Returns the roles that this user may grant by invite, the team's default first. Returns an empty array without permission to invite. */
export function useInvitedRoles(): TeamRole[] {
  const store = useTeamStore();
  const ownRole = useTeamRole();
  const role = useMay()('invites.create') ? ownRole : null;
  const team = useRow('team', store.teamId);
  const roles = INVITED_FIRST.filter((invited) => canInvite(role, invited, team?.membersMayInvite ?? false));
  const first = team?.defaultRole;
  return first === undefined ? roles : roles.toSorted((a, b) => Number(b === first) - Number(a === first));
}
