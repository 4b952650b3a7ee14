import type { GrantLevel, TeamRole } from '@hearth/contracts/permissions/permissions';

/** The callers. The first four have no valid session. The last eight, `wrong team` and `account leaving` are members of the team. */
export const CALLERS = [
  'anonymous',
  'expired session',
  'ended session',
  'tampered cookie',
  'no team',
  'foreign owner',
  'wrong team',
  'removed',
  'token ended',
  'token of removed',
  'token of guest',
  'token narrow',
  'token wide',
  'account leaving',
  'guest',
  'guest view',
  'guest comment',
  'guest edit',
  'guest manage',
  'member',
  'admin',
  'owner',
] as const;
/** The user whose token each API client uses. */
export const TOKENS: Partial<Record<CallerName, CallerName>> = {
  'token ended': 'owner',
  'token of removed': 'removed',
  'token of guest': 'guest manage',
  'token narrow': 'owner',
  'token wide': 'owner',
};
export type CallerName = (typeof CALLERS)[number];

export const ROLES: Partial<Record<CallerName, TeamRole>> = {
  'expired session': 'owner',
  'ended session': 'owner',
  'wrong team': 'member',
  'account leaving': 'member',
  guest: 'guest',
  'guest view': 'guest',
  'guest comment': 'guest',
  'guest edit': 'guest',
  'guest manage': 'guest',
  member: 'member',
  admin: 'admin',
};
export const GRANTS: Partial<Record<CallerName, GrantLevel>> = {
  'guest view': 'view',
  'guest comment': 'comment',
  'guest edit': 'edit',
  'guest manage': 'manage',
};

/** Strings that identify content by its visibility. Callers without access must never receive them. */
export const CANARIES = {
  staff: 'canary-7f3a of the staff',
  project: 'canary-c41e of a project',
  private: 'canary-9b05 of a private project',
} as const;

/**
 * Returns the canaries that a caller may never read. In this test, only guests have access to private projects. Not even the owner has
 * access.
 */
export function hiddenFrom(caller: CallerName): string[] {
  const staff = ['member', 'admin', 'owner', 'account leaving', 'token narrow', 'token wide'];
  if (staff.includes(caller)) return [CANARIES.private];
  return caller.startsWith('guest ') ? [CANARIES.staff] : Object.values(CANARIES);
}
