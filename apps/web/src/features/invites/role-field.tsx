import type { TeamRole } from '@hearth/contracts/permissions/permissions';
import { useLingui } from '@lingui/react/macro';
import { ChoiceField } from './choice-field.tsx';
import { ROLE_NAMES } from './invite-roles.ts';

export interface RoleChoice {
  role: TeamRole;
  onRole: (role: TeamRole) => void;
}

export function RoleField({ roles, role, onRole }: RoleChoice & { roles: readonly TeamRole[] }) {
  const { t } = useLingui();
  const hints: Record<TeamRole, string> = {
    owner: t`Full access, including the plan and deleting the team.`,
    admin: t`Invites people, manages projects and settings.`,
    member: t`Works in all team projects.`,
    guest: t`Sees only what’s shared with them.`,
  };
  return (
    <ChoiceField
      label={t`Role`}
      hint={hints[role]}
      options={roles.map((value) => ({ value, label: t(ROLE_NAMES[value]) }))}
      value={role}
      onChange={onRole}
    />
  );
}
