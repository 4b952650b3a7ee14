import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  GRANT_LEVELS,
  TEAM_ROLES,
  can,
  canChangeRole,
  canInvite,
  canRemoveMember,
  canSee,
  canViewAs,
  isCollaborator,
  levelOf,
  seeAs,
  type Action,
  type Actor,
  type GrantLevel,
  type TeamRole,
  type WorkObject,
} from './permissions.ts';

/*
 * The rights as people were promised them, typed by hand and read by rules of their own: nothing here may call the
 * functions under test or look at their tables.
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
  'projects.list': 'yes yes yes yes',
  'projects.create': 'no yes yes yes',
  'projects.listPrivate': 'no no yes yes',
  'projects.grantMyself': 'no no yes yes',
  'tasks.list': 'yes yes yes yes',
  'tasks.create': 'yes yes yes yes',
  'trash.list': 'yes yes yes yes',
  'sync.read': 'yes yes yes yes',
  'audit.read': 'no no yes yes',
};

/** Columns: a guest with no grant, view, comment, edit, manage; a member without a grant; admin; owner. `own` = only what one made. */
const WORK_TABLE: Record<string, string> = {
  'project.read': 'no yes yes yes yes yes yes yes',
  'project.update': 'no no no yes yes yes yes yes',
  'project.delete': 'no no no own yes own yes yes',
  'project.grant': 'no no no no yes no yes yes',
  'project.restrict': 'no no no own yes own yes yes',
  'task.read': 'no yes yes yes yes yes yes yes',
  'task.comment': 'no no yes yes yes yes yes yes',
  'task.create': 'no no no yes yes yes yes yes',
  'task.update': 'no no no yes yes yes yes yes',
  'task.delete': 'no no no own yes own yes yes',
  'trash.restore': 'no no no own yes own yes yes',
};

const ROLE_COLUMN: Record<TeamRole, number> = { guest: 0, member: 1, admin: 2, owner: 3 };
const GRANT_COLUMN: Record<GrantLevel, number> = { view: 1, comment: 2, edit: 3, manage: 4 };

function cellOf(role: TeamRole, grant: GrantLevel | null, isPrivate: boolean, row: string): string {
  const cells = row.split(' ');
  // In a private project everybody stands there as a guest does.
  if (isPrivate) return cells[grant === null ? 0 : GRANT_COLUMN[grant]] ?? '';
  if (role === 'owner') return cells[7] ?? '';
  if (role === 'admin') return cells[6] ?? '';
  const byGrant = grant === null ? 0 : GRANT_COLUMN[grant];
  if (role === 'guest') return cells[byGrant] ?? '';
  // Of a member's own level and their grant the better one holds.
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
}

const PROJECT = 'project-1';

function actorOf(one: Case): Actor {
  const others: Record<string, GrantLevel> = { 'project-2': 'manage' };
  return {
    userId: 'ann',
    role: one.role,
    grants: one.grant === null ? others : { ...others, [PROJECT]: one.grant },
    privateProjects: { 'project-3': true, ...(one.isPrivate ? { [PROJECT]: true } : {}) },
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
  if (one.isTrashed && action !== 'trash.restore') return false;
  const { hasProject, isPrivate, grant } = one;
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
});

describe('can', () => {
  it('agrees with the table typed by hand, in every combination', () => {
    let cases = 0;
    for (const action of ACTIONS) {
      for (const role of [null, ...TEAM_ROLES]) {
        for (const grant of [null, ...GRANT_LEVELS]) {
          for (const bits of Array.from({ length: 16 }, (_, n) => n)) {
            const one: Case = {
              role,
              grant,
              hasProject: (bits & 1) > 0,
              isMaker: (bits & 2) > 0,
              isTrashed: (bits & 4) > 0,
              isPrivate: (bits & 8) > 0,
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
    expect(cases).toBe(ACTIONS.length * 5 * 5 * 16);
  });

  it('agrees with the table in 100,000 random cases', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ACTIONS), anyCase, (action, one) => {
        return can(actorOf(one), action, objectOf(one)) === isAllowed(action, one);
      }),
      { numRuns: 100_000 },
    );
  });

  it('never gives a person less for a higher role or a higher grant', () => {
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

  it('lets nobody do to a thing what they may not know of', () => {
    fc.assert(
      fc.property(fc.constantFrom(...(Object.keys(WORK_TABLE) as Action[])), anyCase, (action, one) => {
        return canSee(actorOf(one), objectOf(one)) || !can(actorOf(one), action, objectOf(one));
      }),
      { numRuns: 20_000 },
    );
  });

  it('knows each role and grant level of every actor', () => {
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

  it('decides far more than 100,000 cases a second', () => {
    const cases = fc.sample(anyCase, 1000).map((one) => ({ actor: actorOf(one), object: objectOf(one) }));
    const start = Date.now();
    let asked = 0;
    while (asked < 100_000) {
      for (const { actor, object } of cases) {
        for (const action of ['task.update', 'project.restrict'] as const) can(actor, action, object);
        asked += 2;
      }
    }
    expect(Date.now() - start).toBeLessThan(1000);
  });

  it('asks for the object where one decides', () => {
    expect(() =>
      can({ userId: 'ann', role: 'owner', grants: {}, privateProjects: {} }, 'task.update'),
    ).toThrow(TypeError);
  });
});

const LADDER: (GrantLevel | null)[] = [null, ...GRANT_LEVELS];
const PROJECTS = ['a', 'b', 'c'];

/** A team of two people with three projects, each private or not. */
const anyPair = fc
  .record({
    isPrivate: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()),
    roles: fc.tuple(fc.constantFrom(null, ...TEAM_ROLES), fc.constantFrom(null, ...TEAM_ROLES)),
    levels: fc.tuple(
      fc.array(fc.constantFrom(...LADDER), { minLength: 3, maxLength: 3 }),
      fc.array(fc.constantFrom(...LADDER), { minLength: 3, maxLength: 3 }),
    ),
  })
  .map(({ isPrivate, roles, levels }) => {
    const privateProjects = Object.fromEntries(
      PROJECTS.filter((_, index) => isPrivate[index]).map((id) => [id, true as const]),
    );
    const actorAt = (place: 0 | 1, userId: string): Actor => ({
      userId,
      role: roles[place],
      grants: Object.fromEntries(
        PROJECTS.flatMap((id, index) => {
          const level = levels[place][index] ?? null;
          return level === null ? [] : [[id, level]];
        }),
      ),
      privateProjects,
    });
    return [actorAt(0, 'ann'), actorAt(1, 'bob')] as const;
  });

describe('seeing as somebody else', () => {
  it('gives for every piece of work the lower of both levels, exactly', () => {
    fc.assert(
      fc.property(anyPair, fc.constantFrom(null, ...PROJECTS), ([viewer, viewed], projectId) => {
        const [seen, own, theirs] = [seeAs(viewer, viewed), viewer, viewed].map((actor) =>
          LADDER.indexOf(levelOf(actor, { projectId })),
        );
        return seen === Math.min(own ?? 0, theirs ?? 0);
      }),
      { numRuns: 50_000 },
    );
  });

  it('never lets the viewer do what either of them may not', () => {
    fc.assert(
      fc.property(
        anyPair,
        fc.constantFrom(...ACTIONS),
        fc.constantFrom(null, ...PROJECTS),
        (pair, action, id) => {
          const [viewer, viewed] = pair;
          const object = { projectId: id, createdBy: 'carol' };
          const isAllowed = can(seeAs(viewer, viewed), action, object);
          return !isAllowed || (can(viewer, action, object) && can(viewed, action, object));
        },
      ),
      { numRuns: 50_000 },
    );
  });

  it('stays the viewer who looks, and is for owners, and for admins downwards', () => {
    const actor = (role: TeamRole | null, userId = 'ann'): Actor => {
      return { userId, role, grants: {}, privateProjects: {} };
    };
    expect(seeAs(actor('owner'), actor('guest', 'bob')).userId).toBe('ann');
    const may: Record<string, string> = {
      guest: 'no no no no',
      member: 'no no no no',
      admin: 'yes yes no no',
      owner: 'yes yes yes yes',
    };
    for (const role of TEAM_ROLES) {
      for (const target of TEAM_ROLES) {
        const expected = may[role]?.split(' ')[ROLE_COLUMN[target]] === 'yes';
        expect(canViewAs(actor(role), { userId: 'bob', role: target }), `${role} as ${target}`).toBe(
          expected,
        );
        expect(canViewAs(actor(role), { userId: 'ann', role: target })).toBe(false);
      }
    }
    expect(canViewAs(actor(null), { userId: 'bob', role: 'guest' })).toBe(false);
  });
});

/** One block a caller's role, one line a target's present role; columns: to guest, member, admin, owner. */
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

describe('roles', () => {
  it('changes them as the 64 cells say', () => {
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

  it('removes people as the 16 cells say, and lets everybody leave', () => {
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

  it('invites as the 32 cells say', () => {
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

  it('counts a seat for whoever may write beyond comments', () => {
    for (const role of ['member', 'admin', 'owner'] as const) expect(isCollaborator(role, [])).toBe(true);
    expect(isCollaborator('guest', [])).toBe(false);
    expect(isCollaborator('guest', ['view', 'comment'])).toBe(false);
    expect(isCollaborator('guest', ['comment', 'edit'])).toBe(true);
    expect(isCollaborator('guest', ['manage'])).toBe(true);
  });
});
