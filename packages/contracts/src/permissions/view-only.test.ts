import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  GRANT_LEVELS,
  TEAM_ROLES,
  can,
  canChangeTemplate,
  canChangeView,
  canDeleteComment,
  canRemoveMember,
  canSee,
  canShareProject,
  canShareView,
  canViewAs,
  isDeniedBySeatOnly,
  levelOf,
  seeAs,
  type Action,
  type Actor,
  type WorkAction,
  type WorkObject,
} from './permissions.ts';

/* Actions allowed without a seat, typed by hand. All other actions are denied, regardless of role and grants. */
const READS_WORK: readonly WorkAction[] = ['project.read', 'task.read', 'document.read'];
const WRITES_WORK: readonly WorkAction[] = [
  'project.update',
  'project.delete',
  'project.archive',
  'project.grant',
  'project.restrict',
  'project.triage',
  'task.comment',
  'task.create',
  'task.update',
  'task.delete',
  'document.create',
  'document.update',
  'document.delete',
  'document.archive',
  'document.restrict',
  'document.grant',
  'trash.restore',
  'trash.delete',
];
const OPEN: readonly Action[] = [
  'team.read',
  'team.export',
  'subscription.read',
  'subscription.ask',
  'billing.read',
  'support.ask',
  'members.read',
  'members.remove',
  'members.activity',
  'members.reach',
  'workTimes.read',
  'time.own',
  'invites.read',
  'statuses.read',
  'labels.read',
  'taskTypes.read',
  'fields.read',
  'views.read',
  'views.create',
  'templates.read',
  'projects.list',
  'projects.listPrivate',
  'tasks.list',
  'tasks.keepForMyself',
  'documents.list',
  'search.read',
  'trash.list',
  'sync.read',
  'audit.read',
  'publicLinks.list',
];
const SHUT: readonly Action[] = [
  'trash.empty',
  'team.update',
  'team.delete',
  'team.restore',
  'team.import',
  'subscription.change',
  'members.update',
  'workTimes.change',
  'workTimes.changeTeam',
  'time.stop',
  'ownership.transfer',
  'members.viewAs',
  'invites.create',
  'invites.revoke',
  'statuses.change',
  'labels.change',
  'labels.delete',
  'taskTypes.change',
  'fields.change',
  'views.share',
  'views.change',
  'templates.create',
  'templates.change',
  'templates.use',
  'projects.create',
  'projects.grantMyself',
  'tasks.create',
  'tasks.changeMany',
  'documents.create',
];

const anyLevel = fc.constantFrom(null, ...GRANT_LEVELS);
const anyProject = fc.constantFrom(null, 'one', 'two');
const anyActor = fc
  .record({
    role: fc.constantFrom(null, ...TEAM_ROLES),
    granted: anyLevel,
    paged: anyLevel,
    isPrivate: fc.boolean(),
    isArchived: fc.boolean(),
  })
  .map(({ role, granted, paged, isPrivate, isArchived }): Actor => ({
    userId: 'ann',
    role,
    grants: granted === null ? {} : { one: granted },
    pages: paged === null ? {} : { page: paged },
    privateProjects: isPrivate ? { one: true } : {},
    archivedProjects: isArchived ? { one: true } : {},
  }));
const anyObject: fc.Arbitrary<WorkObject> = fc
  .record({
    projectId: anyProject,
    createdBy: fc.constantFrom('ann', 'bob', null),
    isTrashed: fc.boolean(),
    isArchived: fc.boolean(),
    page: fc.constantFrom('none', 'open', 'closed'),
  })
  .map(({ page, ...object }) =>
    page === 'none' ? object : { ...object, access: { ids: ['page'], isRestricted: page === 'closed' } },
  );
const viewOnly = (actor: Actor): Actor => ({ ...actor, isViewOnly: true });
const RUNS = { numRuns: 20_000 };

describe('view-only member', () => {
  it('cannot write, even while viewing the team as another person', () => {
    fc.assert(
      fc.property(
        anyActor,
        anyActor,
        fc.constantFrom(...WRITES_WORK, ...SHUT),
        anyObject,
        (one, other, action, object) =>
          !can(viewOnly(one), action, object) &&
          !can(seeAs(viewOnly(one), other), action, object) &&
          !can(seeAs(other, viewOnly(one)), action, object),
      ),
      RUNS,
    );
  });

  it('gains no permissions and still sees the same objects', () => {
    fc.assert(
      fc.property(
        anyActor,
        fc.constantFrom(...READS_WORK, ...WRITES_WORK, ...OPEN, ...SHUT),
        anyObject,
        (actor, action, object) =>
          (!can(viewOnly(actor), action, object) || can(actor, action, object)) &&
          canSee(viewOnly(actor), object) === canSee(actor, object),
      ),
      RUNS,
    );
  });

  it('keeps the read and personal actions that the role and grants allow', () => {
    fc.assert(
      fc.property(
        anyActor,
        fc.constantFrom(...READS_WORK, ...OPEN),
        anyObject,
        (actor, action, object) => can(viewOnly(actor), action, object) === can(actor, action, object),
      ),
      RUNS,
    );
  });

  it('has at most the view level', () => {
    fc.assert(
      fc.property(anyActor, anyObject, (actor, object) =>
        [null, 'view'].includes(levelOf(viewOnly(actor), object)),
      ),
      RUNS,
    );
  });

  it('is denied for lack of a seat only if a seat would allow the action', () => {
    fc.assert(
      fc.property(anyActor, fc.constantFrom(...WRITES_WORK, ...SHUT), anyObject, (actor, action, object) => {
        const bare = { ...actor, archivedProjects: {} };
        return (
          isDeniedBySeatOnly(viewOnly(actor), action, object) ===
            can(bare, action, { ...object, isArchived: false }) && !isDeniedBySeatOnly(actor, action, object)
        );
      }),
      RUNS,
    );
    const both = (one: Actor, other: Actor) => seeAs(viewOnly(one), other);
    const owner: Actor = { userId: 'ann', role: 'owner', grants: {}, privateProjects: {} };
    const page: WorkObject = {
      projectId: null,
      createdBy: null,
      access: { ids: ['page'], isRestricted: false },
    };
    expect(isDeniedBySeatOnly(both(owner, owner), 'document.update', page)).toBe(true);
  });

  it('cannot change or share objects that have separate rules', () => {
    const admin: Actor = { userId: 'ann', role: 'admin', grants: {}, privateProjects: {}, isViewOnly: true };
    const own = { projectId: null, createdBy: 'ann' };
    expect(canChangeTemplate(admin, own)).toBe(false);
    expect(canShareProject(admin, { ...own, projectId: 'one' })).toBe(false);
    expect(canDeleteComment(admin, 'task.comment', own)).toBe(false);
    expect(canViewAs(admin, { userId: 'bob', role: 'guest' })).toBe(false);
    expect(canRemoveMember(admin, { userId: 'bob', role: 'guest' })).toBe(false);
    expect(canRemoveMember(admin, { userId: 'ann', role: 'admin' })).toBe(true);
    expect(canShareView(admin, own)).toBe(false);
    expect(canChangeView(admin, { ...own, isPrivate: false, isLocked: false })).toBe(false);
    // Members can change their own private views because these are invisible to others.
    expect(canChangeView(admin, { ...own, isPrivate: true, isLocked: false })).toBe(true);
  });
});
