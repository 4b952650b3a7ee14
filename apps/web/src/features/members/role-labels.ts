import type { GrantLevel, TeamRole } from '@hearth/contracts/permissions/permissions';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

export const ROLE_LABELS: Record<TeamRole, MessageDescriptor> = {
  owner: msg`Owner`,
  admin: msg`Admin`,
  member: msg`Member`,
  guest: msg`Guest`,
};

/** Descriptions of each role's permissions, for the role picker. */
export const ROLE_RIGHTS: Record<TeamRole, MessageDescriptor> = {
  owner: msg`Everything, including the plan, ownership and deleting the team.`,
  admin: msg`All work and team settings. Can switch people between member and guest.`,
  member: msg`Creates projects and works in all non-private ones.`,
  guest: msg`Sees only projects shared with them.`,
};

export const MAKE_ROLE_LABELS: Record<TeamRole, MessageDescriptor> = {
  owner: msg`Make owner`,
  admin: msg`Make admin`,
  member: msg`Make member`,
  guest: msg`Make guest`,
};

export const LEVEL_LABELS: Record<GrantLevel, MessageDescriptor> = {
  view: msg`Can view`,
  comment: msg`Can comment`,
  edit: msg`Can edit`,
  manage: msg`Can manage`,
};
