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
  isKeptByArchive,
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
type Who = [role: TeamRole | null, grant?: GrantLevel];

function actor([role, grant]: Who, more: Partial<Actor> = {}): Actor {
  return {
    userId: ME,
    role,
    grants: grant === undefined ? {} : { [PROJECT]: grant },
    privateProjects: {},
    archivedProjects: {},
    ...more,
  };
}

const EVERYBODY: readonly Who[] = [
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

/** Expects one letter per entry of EVERYBODY: y = allowed, n = denied. */
function expectEach(line: string, ask: (who: Who) => boolean): void {
  expect(EVERYBODY.map((who) => (ask(who) ? 'y' : 'n')).join('')).toBe(line);
}

describe('deletion of comments and time entries', () => {
  const mine = { projectId: PROJECT, createdBy: ME };
  const theirs = { projectId: PROJECT, createdBy: 'somebody' };
  const mayDeleteComment = (who: Actor, comment: WorkObject) =>
    canDeleteComment(who, 'task.comment', comment);

  it('is allowed to authors who can comment, and to managers of the work', () => {
    for (const may of [mayDeleteComment, canDeleteTime]) {
      expectEach('nnnnyyyyyyy', (who) => may(actor(who), mine));
      expectEach('nnnnnnynyyy', (who) => may(actor(who), theirs));
      // Work without a project belongs to the team, so project grants do not apply.
      expectEach('nnnnnnnyyyy', (who) => may(actor(who), { projectId: null, createdBy: ME }));
      expectEach('nnnnnnnnnyy', (who) => may(actor(who), { projectId: null, createdBy: null }));
    }
  });

  it('is denied to people who cannot comment', () => {
    expectEach('nnnnnyyyyyy', (who) => canDeleteComment(actor(who), 'task.update', mine));
    expectEach('nnnnnnynyyy', (who) => canDeleteComment(actor(who), 'project.grant', mine));
  });

  it('is denied while the work is trashed or archived', () => {
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

  it('are visible to everyone who can see the work; private views only to their creator', () => {
    expectEach('nnnyyyyyyyy', (who) => canSeeView(actor(who), view({})));
    expectEach('nnnyyyyyyyy', (who) => canSeeView(actor(who), view({ isPrivate: true, createdBy: ME })));
    expectEach('nnnnnnnnnnn', (who) => canSeeView(actor(who), view({ isPrivate: true })));
    const privateProjects = { [PROJECT]: true } as const;
    expectEach('nnnyyyynynn', (who) => canSeeView(actor(who, { privateProjects }), view({})));
  });

  it('can be changed by everyone who can change the work; locked views only by their creator and managers', () => {
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

  it('can be deleted, locked and shared by their creator and by managers of the work', () => {
    expectEach('nnnnnnnnyyy', (who) => canManageView(actor(who), view({})));
    expectEach('nnnnnnnyyyy', (who) => canManageView(actor(who), view({ createdBy: ME })));
    expectEach('nnnnnnnnnnn', (who) => canManageView(actor(who), view({ isPrivate: true })));
  });

  it('cannot be shared by guests, who can change and delete their private views', () => {
    const own = view({ isPrivate: true, createdBy: ME });
    expectEach('nnnyyyyyyyy', (who) => canChangeView(actor(who), own));
    expectEach('nnnyyyyyyyy', (who) => canManageView(actor(who), own));
    expectEach('nnnnnnnyyyy', (who) => canShareView(actor(who), { projectId: PROJECT, createdBy: ME }));
  });
});

it('allows creators, admins and owners to change templates', () => {
  expectEach('nnnnnnnyyyy', (who) => canChangeTemplate(actor(who), { createdBy: ME }));
  expectEach('nnnnnnnnnyy', (who) => canChangeTemplate(actor(who), { createdBy: 'somebody' }));
});

describe('archived projects', () => {
  const archivedProjects = { [PROJECT]: true } as const;
  const within = { projectId: PROJECT, createdBy: ME };

  it('make only their own contents read-only', () => {
    expect(isArchived(actor(['member'], { archivedProjects }), within)).toBe(true);
    expect(isArchived(actor(['member'], { archivedProjects }), { projectId: 'another' })).toBe(false);
    expect(isArchived(actor(['member'], { archivedProjects }), { projectId: null })).toBe(false);
    const { archivedProjects: _none, ...unknowing } = actor(['member']);
    expect(isArchived(unknowing, within)).toBe(false);
  });

  it('are reported as the reason only if nothing else denies the action', () => {
    const isKept = (who: Who) => isKeptByArchive(actor(who, { archivedProjects }), 'task.update', within);
    expectEach('nnnnnyyyyyy', isKept);
    expectEach('nnnnnnnnnnn', (who) => isKeptByArchive(actor(who), 'task.update', within));
    expectEach('nnnnnnnnnnn', (who) =>
      isKeptByArchive(actor(who, { archivedProjects }), 'task.update', { ...within, projectId: null }),
    );
    // Archived projects can still be read, so the archive is not the reason.
    expectEach('nnnnnnnnnnn', (who) =>
      isKeptByArchive(actor(who, { archivedProjects }), 'task.read', within),
    );
    expect(isKeptByArchive(actor(['owner'], { archivedProjects }), 'tasks.list', undefined)).toBe(false);
    expect(can(actor(['owner'], { archivedProjects }), 'task.read', within)).toBe(true);
  });
});

describe('public project links', () => {
  const project = { projectId: PROJECT, createdBy: ME };
  it.each<[Who, boolean]>([
    [[null, 'manage'], false],
    [['guest'], false],
    [['guest', 'manage'], false],
    [['member'], false],
    [['member', 'edit'], false],
    [['member', 'manage'], true],
    [['admin'], true],
    [['owner'], true],
  ])('can be created by %j: %s', (who, may) => {
    expect(canShareProject(actor(who), project)).toBe(may);
  });
});

describe('documents', () => {
  const at = (access: Partial<DocumentAccess>, projectId: string | null = null) => ({
    projectId,
    createdBy: 'somebody',
    access: { ids: [], isRestricted: false, ...access },
  });

  it('have the same access level as other work if they have no grants', () => {
    for (const projectId of [null, PROJECT])
      for (const who of EVERYBODY)
        expect(levelOf(actor(who), at({}, projectId))).toBe(levelOf(actor(who), { projectId }));
  });

  it('have the highest level of the role, the project grant and the grants on the document and its ancestors', () => {
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

  it('ignore roles and project grants when private', () => {
    const inPrivate = at({ ids: ['page'], isRestricted: true }, PROJECT);
    expectEach('nnnnnnnnnnn', (who) => can(actor(who), 'document.read', inPrivate));
    const pages = { page: 'comment' } as const;
    expectEach('nnyyyyyyyyy', (who) => can(actor(who, { pages }), 'document.read', inPrivate));
    expectEach('nnnnnnnnnnn', (who) => can(actor(who, { pages }), 'document.update', inPrivate));
  });

  it('require edit access of their creator, and manage access of others, for changes that affect descendants', () => {
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

  it('can only be read and unarchived while archived', () => {
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
      expectEach('nnnnnnnyyyy', (who) => isKeptByArchive(actor(who), action, archived));
    }
    // The project must be unarchived first.
    const archivedProjects = { [PROJECT]: true } as const;
    const inArchive = { ...archived, projectId: PROJECT };
    expectEach('nnnnnnnnnnn', (who) => can(actor(who, { archivedProjects }), 'document.archive', inArchive));
  });

  it('have the lower level of both people when viewed as another person', () => {
    const viewer = actor(['owner'], { pages: { a: 'view' } });
    const viewed = actor(['guest'], { userId: 'gus', pages: { a: 'edit', b: 'manage' } });
    const seen = seeAs(viewer, viewed);
    expect(levelOf(seen, at({ ids: ['a'] }))).toBe('edit');
    expect(levelOf(seen, at({ ids: ['a'], isRestricted: true }))).toBe('view');
    expect(levelOf(seen, at({ ids: ['b'], isRestricted: true }))).toBeNull();
    expect(levelOf(seen, at({}))).toBeNull();
  });
});
