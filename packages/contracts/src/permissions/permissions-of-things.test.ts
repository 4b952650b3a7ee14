import { describe, expect, it } from 'vitest';
import {
  can,
  canChangeTemplate,
  canChangeView,
  canDeleteComment,
  canDeleteTime,
  canManageView,
  canSeeView,
  canShareProject,
  canShareView,
  isArchived,
  isDeniedByArchiveOnly,
  levelOf,
  seeAs,
  type Actor,
  type DocumentAccess,
  type GrantLevel,
  type TeamRole,
  type ViewObject,
  type WorkObject,
} from './permissions.ts';

// Permissions on comments, time entries, saved views, templates, archived projects and documents, typed by hand for each role and grant.

const PROJECT = 'a project';
const ME = 'me';

/** A role and a grant on the project. */
type RoleAndGrant = [role: TeamRole | null, grant?: GrantLevel];

function actor([role, grant]: RoleAndGrant, more: Partial<Actor> = {}): Actor {
  return {
    userId: ME,
    role,
    grants: grant === undefined ? {} : { [PROJECT]: grant },
    privateProjects: {},
    archivedProjects: {},
    ...more,
  };
}

const EVERYBODY: readonly RoleAndGrant[] = [
  [null],
  [null, 'manage'],
  ['guest'],
  ['guest', 'view'],
  ['guest', 'comment'],
  ['guest', 'edit'],
  ['guest', 'manage'],
  ['member'],
  ['member', 'manage'],
  ['admin'],
  ['owner'],
];

/** Expects one letter per entry of EVERYBODY: y for allowed, n for denied. */
function expectEach(line: string, ask: (who: RoleAndGrant) => boolean): void {
  expect(EVERYBODY.map((who) => (ask(who) ? 'y' : 'n')).join('')).toBe(line);
}

describe('deletion of comments and time entries', () => {
  const mine = { projectId: PROJECT, createdBy: ME };
  const theirs = { projectId: PROJECT, createdBy: 'somebody' };
  const mayDeleteComment = (who: Actor, comment: WorkObject) =>
    canDeleteComment(who, 'task.comment', comment);

  it('is allowed to authors who can comment and to managers', () => {
    for (const may of [mayDeleteComment, canDeleteTime]) {
      expectEach('nnnnyyyyyyy', (who) => may(actor(who), mine));
      expectEach('nnnnnnynyyy', (who) => may(actor(who), theirs));
      // Objects without a project belong to the team, so project grants do not apply.
      expectEach('nnnnnnnyyyy', (who) => may(actor(who), { projectId: null, createdBy: ME }));
      expectEach('nnnnnnnnnyy', (who) => may(actor(who), { projectId: null, createdBy: null }));
    }
  });

  it('is denied to people who cannot comment', () => {
    expectEach('nnnnnyyyyyy', (who) => canDeleteComment(actor(who), 'task.update', mine));
    expectEach('nnnnnnynyyy', (who) => canDeleteComment(actor(who), 'project.grant', mine));
  });

  it('is denied while the task is trashed or its project is archived', () => {
    expectEach('nnnnnnnnnnn', (who) => mayDeleteComment(actor(who), { ...mine, isTrashed: true }));
    const archivedProjects = { [PROJECT]: true } as const;
    expectEach('nnnnnnnnnnn', (who) => mayDeleteComment(actor(who, { archivedProjects }), mine));
  });
});

describe('saved views', () => {
  const view = (fields: Partial<ViewObject>): ViewObject => ({
    projectId: PROJECT,
    createdBy: 'somebody',
    isPrivate: false,
    isLocked: false,
    ...fields,
  });

  it('shows shared views to everyone with access and private views only to their creator', () => {
    expectEach('nnnyyyyyyyy', (who) => canSeeView(actor(who), view({})));
    expectEach('nnnyyyyyyyy', (who) => canSeeView(actor(who), view({ isPrivate: true, createdBy: ME })));
    expectEach('nnnnnnnnnnn', (who) => canSeeView(actor(who), view({ isPrivate: true })));
    const privateProjects = { [PROJECT]: true } as const;
    expectEach('nnnyyyynynn', (who) => canSeeView(actor(who, { privateProjects }), view({})));
  });

  it('lets editors change shared views, but only creators and managers change locked ones', () => {
    expectEach('nnnnnnnyyyy', (who) => canChangeView(actor(who), view({})));
    expectEach('nnnnnnnnyyy', (who) => canChangeView(actor(who), view({ isLocked: true })));
    expectEach('nnnnnnnyyyy', (who) => canChangeView(actor(who), view({ isLocked: true, createdBy: ME })));
    expectEach('nnnnnnnnnnn', (who) => canChangeView(actor(who), view({ isPrivate: true })));
    const archivedProjects = { [PROJECT]: true } as const;
    expectEach('nnnnnnnnnnn', (who) => canChangeView(actor(who, { archivedProjects }), view({})));
    // A private view is invisible to others, so it can be changed even in an archived project.
    const own = view({ isPrivate: true, isLocked: true, createdBy: ME });
    expect(canChangeView(actor(['member'], { archivedProjects }), own)).toBe(true);
  });

  it('lets creators and managers delete, lock and share views', () => {
    expectEach('nnnnnnnnyyy', (who) => canManageView(actor(who), view({})));
    expectEach('nnnnnnnyyyy', (who) => canManageView(actor(who), view({ createdBy: ME })));
    expectEach('nnnnnnnnnnn', (who) => canManageView(actor(who), view({ isPrivate: true })));
  });

  it('prevents guests from sharing views, but lets them manage their own private ones', () => {
    const own = view({ isPrivate: true, createdBy: ME });
    expectEach('nnnyyyyyyyy', (who) => canChangeView(actor(who), own));
    expectEach('nnnyyyyyyyy', (who) => canManageView(actor(who), own));
    expectEach('nnnnnnnyyyy', (who) => canShareView(actor(who), { projectId: PROJECT, createdBy: ME }));
  });
});

it('lets members change their own templates, and admins and owners change any template', () => {
  expectEach('nnnnnnnyyyy', (who) => canChangeTemplate(actor(who), { createdBy: ME }));
  expectEach('nnnnnnnnnyy', (who) => canChangeTemplate(actor(who), { createdBy: 'somebody' }));
});

describe('archived projects', () => {
  const archivedProjects = { [PROJECT]: true } as const;
  const within = { projectId: PROJECT, createdBy: ME };

  it('makes only the contents of the archived project read-only', () => {
    expect(isArchived(actor(['member'], { archivedProjects }), within)).toBe(true);
    expect(isArchived(actor(['member'], { archivedProjects }), { projectId: 'another' })).toBe(false);
    expect(isArchived(actor(['member'], { archivedProjects }), { projectId: null })).toBe(false);
    const { archivedProjects: _none, ...unknowing } = actor(['member']);
    expect(isArchived(unknowing, within)).toBe(false);
  });

  it('reports the archive as the reason only if nothing else denies the action', () => {
    const isKept = (who: RoleAndGrant) =>
      isDeniedByArchiveOnly(actor(who, { archivedProjects }), 'task.update', within);
    expectEach('nnnnnyyyyyy', isKept);
    expectEach('nnnnnnnnnnn', (who) => isDeniedByArchiveOnly(actor(who), 'task.update', within));
    expectEach('nnnnnnnnnnn', (who) =>
      isDeniedByArchiveOnly(actor(who, { archivedProjects }), 'task.update', { ...within, projectId: null }),
    );
    // Archived projects are readable, so archiving is not the reason.
    expectEach('nnnnnnnnnnn', (who) =>
      isDeniedByArchiveOnly(actor(who, { archivedProjects }), 'task.read', within),
    );
    expect(isDeniedByArchiveOnly(actor(['owner'], { archivedProjects }), 'tasks.list', undefined)).toBe(
      false,
    );
    expect(can(actor(['owner'], { archivedProjects }), 'task.read', within)).toBe(true);
  });
});

describe('public project links', () => {
  const project = { projectId: PROJECT, createdBy: ME };
  it.each<[RoleAndGrant, boolean]>([
    [[null, 'manage'], false],
    [['guest'], false],
    [['guest', 'manage'], false],
    [['member'], false],
    [['member', 'edit'], false],
    [['member', 'manage'], true],
    [['admin'], true],
    [['owner'], true],
  ])('decides whether %j may create a public link: %s', (who, may) => {
    expect(canShareProject(actor(who), project)).toBe(may);
  });
});

describe('documents', () => {
  const at = (access: Partial<DocumentAccess>, projectId: string | null = null) => ({
    projectId,
    createdBy: 'somebody',
    access: { ids: [], isRestricted: false, ...access },
  });

  it('grants the same access level as for other work if there are no document grants', () => {
    for (const projectId of [null, PROJECT])
      for (const who of EVERYBODY)
        expect(levelOf(actor(who), at({}, projectId))).toBe(levelOf(actor(who), { projectId }));
  });

  it('grants the highest level of role, project grant and document grants', () => {
    const pages = { near: 'view', far: 'manage' } as const;
    const guest = actor(['guest'], { pages });
    expect(levelOf(guest, at({ ids: ['near'] }))).toBe('view');
    expect(levelOf(guest, at({ ids: ['near', 'far'] }))).toBe('manage');
    expect(levelOf(guest, at({ ids: ['other'] }))).toBeNull();
    expect(levelOf(guest, at({}))).toBeNull();
    expect(levelOf(actor(['member'], { pages }), at({ ids: ['near'] }))).toBe('edit');
    expect(levelOf(actor(['guest', 'comment'], { pages }), at({ ids: ['near'] }, PROJECT))).toBe('comment');
    expect(levelOf(actor([null], { pages }), at({ ids: ['far'] }))).toBeNull();
  });

  it('ignores roles and project grants if the document is private', () => {
    const inPrivate = at({ ids: ['page'], isRestricted: true }, PROJECT);
    expectEach('nnnnnnnnnnn', (who) => can(actor(who), 'document.read', inPrivate));
    const pages = { page: 'comment' } as const;
    expectEach('nnyyyyyyyyy', (who) => can(actor(who, { pages }), 'document.read', inPrivate));
    expectEach('nnnnnnnnnnn', (who) => can(actor(who, { pages }), 'document.update', inPrivate));
  });

  it('requires manage access to delete, archive, restrict or share, but only edit access from the creator', () => {
    for (const action of [
      'document.delete',
      'document.archive',
      'document.restrict',
      'document.grant',
    ] as const) {
      expectEach('nnnnnnnnnyy', (who) => can(actor(who), action, at({})));
      expectEach('nnnnnnnyyyy', (who) => can(actor(who), action, { ...at({}), createdBy: ME }));
    }
  });

  it('allows only reading and unarchiving an archived document', () => {
    const archived = { ...at({}), createdBy: ME, isArchived: true };
    expectEach('nnnnnnnyyyy', (who) => can(actor(who), 'document.read', archived));
    expectEach('nnnnnnnyyyy', (who) => can(actor(who), 'document.archive', archived));
    for (const action of [
      'document.create',
      'document.update',
      'document.delete',
      'document.restrict',
      'document.grant',
    ] as const) {
      expectEach('nnnnnnnnnnn', (who) => can(actor(who), action, archived));
      expectEach('nnnnnnnyyyy', (who) => isDeniedByArchiveOnly(actor(who), action, archived));
    }
    // The project must be unarchived first.
    const archivedProjects = { [PROJECT]: true } as const;
    const inArchive = { ...archived, projectId: PROJECT };
    expectEach('nnnnnnnnnnn', (who) => can(actor(who, { archivedProjects }), 'document.archive', inArchive));
  });

  it('grants the lower level of both people when viewing as another person', () => {
    const viewer = actor(['owner'], { pages: { a: 'view' } });
    const viewed = actor(['guest'], { userId: 'gus', pages: { a: 'edit', b: 'manage' } });
    const seen = seeAs(viewer, viewed);
    expect(levelOf(seen, at({ ids: ['a'] }))).toBe('edit');
    expect(levelOf(seen, at({ ids: ['a'], isRestricted: true }))).toBe('view');
    expect(levelOf(seen, at({ ids: ['b'], isRestricted: true }))).toBeNull();
    expect(levelOf(seen, at({}))).toBeNull();
  });
});
