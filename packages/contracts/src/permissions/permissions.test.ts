import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  GRANT_LEVELS,
  TEAM_ROLES,
  can,
  canSee,
  floorOf,
  hasRole,
  levelByRole,
  levelOf,
  type Action,
  type Actor,
  type GrantLevel,
  type TeamRole,
  type WorkObject,
} from './permissions.ts';

/*
 * The specified permissions, typed by hand and evaluated independently: no code here may call the functions under test or read their
 * tables.
 */

/** Columns: guest, member, admin, owner. */
const TEAM_TABLE: Record<string, string> = {
  'team.read': 'yes yes yes yes',
  'team.update': 'no no yes yes',
  'team.delete': 'no no no yes',
  'team.restore': 'no no no yes',
  'team.export': 'no no yes yes',
  'team.import': 'no no yes yes',
  'subscription.read': 'yes yes yes yes',
  'subscription.change': 'no no no yes',
  'members.read': 'yes yes yes yes',
  'members.update': 'no no yes yes',
  'members.remove': 'yes yes yes yes',
  'members.activity': 'no yes yes yes',
  'members.reach': 'yes yes yes yes',
  'ownership.transfer': 'no no no yes',
  'members.viewAs': 'no no yes yes',
  'invites.read': 'no yes yes yes',
  'invites.create': 'no yes yes yes',
  'invites.revoke': 'no yes yes yes',
  'statuses.read': 'yes yes yes yes',
  'statuses.change': 'no no yes yes',
  'labels.read': 'yes yes yes yes',
  'labels.change': 'no yes yes yes',
  'labels.delete': 'no no yes yes',
  'views.read': 'yes yes yes yes',
  'views.create': 'yes yes yes yes',
  'views.share': 'no yes yes yes',
  'projects.list': 'yes yes yes yes',
  'projects.create': 'no yes yes yes',
  'projects.listPrivate': 'no no yes yes',
  'projects.grantMyself': 'no no yes yes',
  'tasks.list': 'yes yes yes yes',
  'tasks.create': 'yes yes yes yes',
  'tasks.keepForMyself': 'yes yes yes yes',
  'trash.list': 'yes yes yes yes',
  'trash.empty': 'yes yes yes yes',
  'time.own': 'yes yes yes yes',
  'time.stop': 'yes yes yes yes',
  'sync.read': 'yes yes yes yes',
  'audit.read': 'no no yes yes',
  'publicLinks.list': 'no no yes yes',
};

/**
 * Columns: a guest without a grant, or with view, comment, edit or manage; a member without a grant; admin; owner. `own` means only as the
 * creator.
 */
const WORK_TABLE: Record<string, string> = {
  'project.read': 'no yes yes yes yes yes yes yes',
  'project.update': 'no no no yes yes yes yes yes',
  'project.delete': 'no no no own yes own yes yes',
  'project.grant': 'no no no no yes no yes yes',
  'project.archive': 'no no no own yes own yes yes',
  'project.restrict': 'no no no own yes own yes yes',
  'project.triage': 'no no no own yes own yes yes',
  'task.read': 'no yes yes yes yes yes yes yes',
  'task.comment': 'no no yes yes yes yes yes yes',
  'task.create': 'no no no yes yes yes yes yes',
  'task.update': 'no no no yes yes yes yes yes',
  'task.delete': 'no no no own yes own yes yes',
  'trash.restore': 'no no no own yes own yes yes',
  'trash.delete': 'no no no no yes no yes yes',
};

const ROLE_COLUMN: Record<TeamRole, number> = { guest: 0, member: 1, admin: 2, owner: 3 };
const GRANT_COLUMN: Record<GrantLevel, number> = { view: 1, comment: 2, edit: 3, manage: 4 };

function cellOf(role: TeamRole, grant: GrantLevel | null, isPrivate: boolean, row: string): string {
  const cells = row.split(' ');
  // In a private project, every role has the permissions of a guest.
  if (isPrivate) return cells[grant === null ? 0 : GRANT_COLUMN[grant]] ?? '';
  if (role === 'owner') return cells[7] ?? '';
  if (role === 'admin') return cells[6] ?? '';
  const byGrant = grant === null ? 0 : GRANT_COLUMN[grant];
  if (role === 'guest') return cells[byGrant] ?? '';
  // A member has the higher of the role's level and the grant's level.
  const best = ['no', 'own', 'yes'];
  const own = cells[5] ?? '';
  const granted = cells[byGrant] ?? '';
  return best.indexOf(granted) > best.indexOf(own) ? granted : own;
}

interface Case {
  role: TeamRole | null;
  grant: GrantLevel | null;
  hasProject: boolean;
  isPrivate: boolean;
  isMaker: boolean;
  isTrashed: boolean;
  isArchived: boolean;
}

/** Actions allowed in an archived project. All others are denied until it is unarchived. */
const IN_ARCHIVE = new Set([
  'project.read',
  'task.read',
  'project.delete',
  'project.grant',
  'project.archive',
]);

const PROJECT = 'project-1';

function actorOf(one: Case): Actor {
  const others: Record<string, GrantLevel> = { 'project-2': 'manage' };
  return {
    userId: 'ann',
    role: one.role,
    grants: one.grant === null ? others : { ...others, [PROJECT]: one.grant },
    privateProjects: { 'project-3': true, ...(one.isPrivate ? { [PROJECT]: true } : {}) },
    archivedProjects: { 'project-2': true, ...(one.isArchived ? { [PROJECT]: true } : {}) },
  };
}

function objectOf(one: Case): WorkObject {
  return {
    projectId: one.hasProject ? PROJECT : null,
    createdBy: one.isMaker ? 'ann' : 'bob',
    isTrashed: one.isTrashed,
  };
}

function isAllowed(action: string, one: Case): boolean {
  if (one.role === null) return false;
  const teamRow = TEAM_TABLE[action];
  if (teamRow !== undefined) return teamRow.split(' ')[ROLE_COLUMN[one.role]] === 'yes';
  if (one.isTrashed && action !== 'trash.restore' && action !== 'trash.delete') return false;
  const { hasProject, isPrivate, isArchived, grant } = one;
  if (hasProject && isArchived && !IN_ARCHIVE.has(action)) return false;
  const cell = cellOf(one.role, hasProject ? grant : null, hasProject && isPrivate, WORK_TABLE[action] ?? '');
  return cell === 'yes' || (cell === 'own' && one.isMaker);
}

const ACTIONS = [...Object.keys(TEAM_TABLE), ...Object.keys(WORK_TABLE)] as Action[];
const anyCase: fc.Arbitrary<Case> = fc.record({
  role: fc.constantFrom<TeamRole | null>(null, 'guest', 'member', 'admin', 'owner'),
  grant: fc.constantFrom<GrantLevel | null>(null, 'view', 'comment', 'edit', 'manage'),
  hasProject: fc.boolean(),
  isPrivate: fc.boolean(),
  isMaker: fc.boolean(),
  isTrashed: fc.boolean(),
  isArchived: fc.boolean(),
});

describe('can', () => {
  it('matches the hand-typed table for every combination', () => {
    let cases = 0;
    for (const action of ACTIONS) {
      for (const role of [null, ...TEAM_ROLES]) {
        for (const grant of [null, ...GRANT_LEVELS]) {
          for (const bits of Array.from({ length: 32 }, (_, n) => n)) {
            const one: Case = {
              role,
              grant,
              hasProject: (bits & 1) > 0,
              isMaker: (bits & 2) > 0,
              isTrashed: (bits & 4) > 0,
              isPrivate: (bits & 8) > 0,
              isArchived: (bits & 16) > 0,
            };
            const expected = isAllowed(action, one);
            expect(can(actorOf(one), action, objectOf(one)), `${action} ${JSON.stringify(one)}`).toBe(
              expected,
            );
            cases++;
          }
        }
      }
    }
    expect(cases).toBe(ACTIONS.length * 5 * 5 * 32);
  });

  it('matches the hand-typed table in 100,000 random cases', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ACTIONS), anyCase, (action, one) => {
        return can(actorOf(one), action, objectOf(one)) === isAllowed(action, one);
      }),
      { numRuns: 100_000 },
    );
  });

  it('allows at least as much for a higher role or grant', () => {
    const ladder: (GrantLevel | null)[] = [null, ...GRANT_LEVELS];
    fc.assert(
      fc.property(fc.constantFrom(...ACTIONS), anyCase, fc.nat(3), fc.nat(4), (action, one, role, grant) => {
        if (one.role === null) return true;
        const better: Case = {
          ...one,
          role: TEAM_ROLES[Math.max(role, TEAM_ROLES.indexOf(one.role))] ?? one.role,
          grant: ladder[Math.max(grant, ladder.indexOf(one.grant))] ?? one.grant,
        };
        return !can(actorOf(one), action, objectOf(one)) || can(actorOf(better), action, objectOf(better));
      }),
      { numRuns: 20_000 },
    );
  });

  it('denies every action on objects that are not visible', () => {
    fc.assert(
      fc.property(fc.constantFrom(...(Object.keys(WORK_TABLE) as Action[])), anyCase, (action, one) => {
        return canSee(actorOf(one), objectOf(one)) || !can(actorOf(one), action, objectOf(one));
      }),
      { numRuns: 20_000 },
    );
  });

  it('derives the level from the role and the grant', () => {
    const grants = { [PROJECT]: 'comment' } as const;
    const guest: Actor = { userId: 'ann', role: 'guest', grants, privateProjects: {} };
    expect(levelOf(guest, { projectId: PROJECT })).toBe('comment');
    expect(levelOf(guest, { projectId: null })).toBeNull();
    expect(levelOf({ ...guest, role: 'member' }, { projectId: PROJECT })).toBe('edit');
    expect(levelOf({ ...guest, role: null }, { projectId: PROJECT })).toBeNull();
    const privateProjects = { [PROJECT]: true } as const;
    for (const role of TEAM_ROLES) {
      expect(levelOf({ ...guest, role, privateProjects }, { projectId: PROJECT })).toBe('comment');
      expect(levelOf({ ...guest, role, grants: {}, privateProjects }, { projectId: PROJECT })).toBeNull();
    }
  });

  it('decides at least 100,000 cases within a second', () => {
    const cases = fc.sample(anyCase, 1000).map((one) => ({ actor: actorOf(one), object: objectOf(one) }));
    const start = Date.now();
    let checks = 0;
    while (checks < 100_000) {
      for (const { actor, object } of cases) {
        for (const action of ['task.update', 'project.restrict'] as const) can(actor, action, object);
        checks += 2;
      }
    }
    expect(Date.now() - start).toBeLessThan(1000);
  });

  it('denies every action without a membership, even if no object is given', () => {
    const nobody: Actor = { userId: 'ann', role: null, grants: {}, privateProjects: {} };
    for (const action of ACTIONS) expect(can(nobody, action), action).toBe(false);
  });

  it('throws if an action requires an object but has none', () => {
    expect(() =>
      can({ userId: 'ann', role: 'owner', grants: {}, privateProjects: {} }, 'task.update'),
    ).toThrow(TypeError);
  });
});

describe('role floor', () => {
  it('returns the lowest allowed role for team actions and null for other actions', () => {
    for (const [action, row] of Object.entries(TEAM_TABLE))
      expect(floorOf(action as Action), action).toBe(TEAM_ROLES[row.split(' ').indexOf('yes')]);
    for (const action of Object.keys(WORK_TABLE)) expect(floorOf(action as Action), action).toBeNull();
  });

  it('accepts only the role itself and higher roles', () => {
    for (const floor of TEAM_ROLES) {
      expect(hasRole(null, floor)).toBe(false);
      for (const role of TEAM_ROLES)
        expect(hasRole(role, floor), `${role} for ${floor}`).toBe(ROLE_COLUMN[role] >= ROLE_COLUMN[floor]);
    }
  });
});

it('derives the level from the role, except in private projects', () => {
  const byRole = { guest: null, member: 'edit', admin: 'manage', owner: 'manage' } as const;
  const grants = { [PROJECT]: 'view' } as const;
  for (const role of [null, ...TEAM_ROLES]) {
    const actor: Actor = { userId: 'ann', role, grants, privateProjects: { [PROJECT]: true } };
    const expected = role === null ? null : byRole[role];
    expect(levelByRole(actor, null)).toBe(expected);
    expect(levelByRole(actor, 'project-2')).toBe(expected);
    expect(levelByRole(actor, PROJECT)).toBeNull();
  }
});
