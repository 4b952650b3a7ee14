import { describe, expect, it } from 'vitest';
import {
  TEAM_ROLES,
  canChangeRole,
  canInvite,
  canRemoveMember,
  canViewAs,
  isCollaborator,
  type Actor,
  type TeamRole,
} from './permissions.ts';

/** Columns of the tables below, which are typed by hand. */
const ROLE_COLUMN: Record<TeamRole, number> = { guest: 0, member: 1, admin: 2, owner: 3 };

/** Current role of the caller, then of the target, on each line. Columns: change to guest, member, admin, owner. */
const ROLE_CHANGES = `
  guest  guest:  no no no no
  guest  member: no no no no
  guest  admin:  no no no no
  guest  owner:  no no no no
  member guest:  no no no no
  member member: no no no no
  member admin:  no no no no
  member owner:  no no no no
  admin  guest:  yes yes no no
  admin  member: yes yes no no
  admin  admin:  no no no no
  admin  owner:  no no no no
  owner  guest:  yes yes yes yes
  owner  member: yes yes yes yes
  owner  admin:  yes yes yes yes
  owner  owner:  yes yes yes yes`;

describe('authorization by role', () => {
  it('allows exactly the role changes in the table', () => {
    let cells = 0;
    for (const line of ROLE_CHANGES.trim().split('\n')) {
      const [head = '', tail = ''] = line.split(':');
      const [actor, target] = head.trim().split(/\s+/) as [TeamRole, TeamRole];
      const columns = tail.trim().split(' ');
      for (const next of TEAM_ROLES) {
        const expected = columns[ROLE_COLUMN[next]] === 'yes';
        expect(canChangeRole(actor, target, next), `${actor} makes ${target} ${next}`).toBe(expected);
        cells++;
      }
    }
    expect(cells).toBe(64);
    for (const target of TEAM_ROLES) expect(canChangeRole(null, target, 'guest')).toBe(false);
  });

  it('allows exactly the removals in the table and always allows leaving', () => {
    const removes: Record<TeamRole, string> = {
      guest: 'no no no no',
      member: 'no no no no',
      admin: 'yes yes no no',
      owner: 'yes yes yes yes',
    };
    for (const role of TEAM_ROLES) {
      const actor: Actor = { userId: 'ann', role, grants: {}, privateProjects: {} };
      for (const target of TEAM_ROLES) {
        const expected = removes[role].split(' ')[ROLE_COLUMN[target]] === 'yes';
        expect(canRemoveMember(actor, { userId: 'bob', role: target })).toBe(expected);
        expect(canRemoveMember(actor, { userId: 'ann', role: target })).toBe(true);
        expect(canRemoveMember({ ...actor, role: null }, { userId: 'ann', role: target })).toBe(false);
      }
    }
  });

  it('allows exactly the invites in the table', () => {
    const invites: Record<string, string> = {
      'guest no': 'no no no no',
      'guest yes': 'no no no no',
      'member no': 'no no no no',
      'member yes': 'yes no no no',
      'admin no': 'yes yes no no',
      'admin yes': 'yes yes no no',
      'owner no': 'yes yes yes yes',
      'owner yes': 'yes yes yes yes',
    };
    for (const [head, row] of Object.entries(invites)) {
      const [actor, teamSwitch] = head.split(' ') as [TeamRole, string];
      for (const invited of TEAM_ROLES) {
        const expected = row.split(' ')[ROLE_COLUMN[invited]] === 'yes';
        expect(canInvite(actor, invited, teamSwitch === 'yes'), `${head} invites ${invited}`).toBe(expected);
      }
    }
    expect(canInvite(null, 'guest', true)).toBe(false);
  });

  it('allows owners to view the team as anyone else, and admins as members and guests', () => {
    const may: Record<string, string> = {
      guest: 'no no no no',
      member: 'no no no no',
      admin: 'yes yes no no',
      owner: 'yes yes yes yes',
    };
    for (const role of TEAM_ROLES) {
      for (const target of TEAM_ROLES) {
        const expected = may[role]?.split(' ')[ROLE_COLUMN[target]] === 'yes';
        const viewer = { userId: 'ann', role };
        expect(canViewAs(viewer, { userId: 'bob', role: target }), `${role} as ${target}`).toBe(expected);
        expect(canViewAs(viewer, { userId: 'ann', role: target })).toBe(false);
      }
    }
    expect(canViewAs({ userId: 'ann', role: null }, { userId: 'bob', role: 'guest' })).toBe(false);
  });

  it('requires a seat for everyone who may write more than comments', () => {
    for (const role of ['member', 'admin', 'owner'] as const) expect(isCollaborator(role, [])).toBe(true);
    expect(isCollaborator('guest', [])).toBe(false);
    expect(isCollaborator('guest', ['view', 'comment'])).toBe(false);
    expect(isCollaborator('guest', ['comment', 'edit'])).toBe(true);
    expect(isCollaborator('guest', ['manage'])).toBe(true);
  });
});
