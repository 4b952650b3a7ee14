import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  GRANT_LEVELS,
  TEAM_ROLES,
  can,
  canSeeAddress,
  levelOf,
  seeAs,
  type Action,
  type Actor,
  type GrantLevel,
} from './permissions.ts';

const ACTIONS: readonly Action[] = [
  'team.read',
  'team.update',
  'team.delete',
  'members.activity',
  'project.read',
  'project.update',
  'project.delete',
  'project.grant',
  'task.comment',
  'task.update',
  'task.delete',
  'trash.restore',
  'trash.delete',
];
const LADDER: (GrantLevel | null)[] = [null, ...GRANT_LEVELS];
const PROJECTS = ['a', 'b', 'c'];

/** Two members of a team with three projects, each private or not. */
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
    const actorAt = (side: 0 | 1, userId: string): Actor => ({
      userId,
      role: roles[side],
      grants: Object.fromEntries(
        PROJECTS.flatMap((id, index) => {
          const level = levels[side][index] ?? null;
          return level === null ? [] : [[id, level]];
        }),
      ),
      privateProjects,
    });
    return [actorAt(0, 'ann'), actorAt(1, 'bob')] as const;
  });

describe('seeAs', () => {
  it('grants exactly the lower of the two people’s access levels in every project', () => {
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

  it('denies everything that either person is denied', () => {
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

  it('requires both memberships and includes no grant that only one person has', () => {
    const privateProjects = { secret: true } as const;
    const ann: Actor = {
      userId: 'ann',
      role: 'owner',
      grants: { open: 'view', secret: 'edit' },
      privateProjects,
      archivedProjects: { open: true },
    };
    const bob: Actor = { userId: 'bob', role: 'guest', grants: { open: 'comment' }, privateProjects };
    expect(seeAs(ann, bob)).toEqual({
      userId: 'ann',
      viewedId: 'bob',
      role: 'guest',
      grants: { open: 'comment' },
      privateProjects,
      archivedProjects: { open: true },
      pages: {},
      of: [ann, bob],
    });
    expect(seeAs(ann, { ...bob, role: null }).role).toBeNull();
    expect(seeAs({ ...ann, role: null }, bob).role).toBeNull();
  });

  it('hides email addresses of others from guests and when viewing the team as a guest', () => {
    const ann: Actor = { userId: 'ann', role: 'owner', grants: {}, privateProjects: {} };
    const bob: Actor = { ...ann, userId: 'bob', role: 'guest' };
    const seenOf = (actor: Actor) => ['ann', 'bob'].map((userId) => canSeeAddress(actor, userId));
    expect(seenOf(ann)).toEqual([true, true]);
    expect(seenOf(bob)).toEqual([false, true]);
    expect(seenOf(seeAs(ann, bob))).toEqual([false, true]);
    expect(seenOf({ ...bob, role: 'member' })).toEqual([true, true]);
  });
});
