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

// Who may do what to comments, times, saved views, templates and in archives: typed by hand, a line for each kind of person.

const PROJECT = 'a project';
const ME = 'me';

/** A role, and for guests what they were given. */
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

/** One letter for each of EVERYBODY: y or n. */
function expectEach(line: string, ask: (who: Who) => boolean): void {
  expect(EVERYBODY.map((who) => (ask(who) ? 'y' : 'n')).join('')).toBe(line);
}

describe('what was said and what time was spent', () => {
  const mine = { projectId: PROJECT, createdBy: ME };
  const theirs = { projectId: PROJECT, createdBy: 'somebody' };
  const mayDeleteComment = (who: Actor, comment: WorkObject) =>
    canDeleteComment(who, 'task.comment', comment);

  it('is deleted by whoever made it, as long as they may say something there, and by those who manage the work', () => {
    for (const may of [mayDeleteComment, canDeleteTime]) {
      expectEach('nnnnyyyyyyy', (who) => may(actor(who), mine));
      expectEach('nnnnnnynyyy', (who) => may(actor(who), theirs));
      // In no project it is the team's own: a grant for a project gives nothing there.
      expectEach('nnnnnnnyyyy', (who) => may(actor(who), { projectId: null, createdBy: ME }));
      expectEach('nnnnnnnnnyy', (who) => may(actor(who), { projectId: null, createdBy: null }));
    }
  });

  it('is deleted by nobody who may not say anything about such a thing', () => {
    expectEach('nnnnnyyyyyy', (who) => canDeleteComment(actor(who), 'task.update', mine));
    expectEach('nnnnnnynyyy', (who) => canDeleteComment(actor(who), 'project.grant', mine));
  });

  it('stays with work that is in the trash or in an archive', () => {
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

  it('are seen by all who see the work, a private one by its maker alone', () => {
    expectEach('nnnyyyyyyyy', (who) => canSeeView(actor(who), view({})));
    expectEach('nnnyyyyyyyy', (who) => canSeeView(actor(who), view({ isPrivate: true, createdBy: ME })));
    expectEach('nnnnnnnnnnn', (who) => canSeeView(actor(who), view({ isPrivate: true })));
    const privateProjects = { [PROJECT]: true } as const;
    expectEach('nnnyyyynynn', (who) => canSeeView(actor(who, { privateProjects }), view({})));
  });

  it('are changed by all who may change the work, a locked one by its maker and those who manage the work', () => {
    expectEach('nnnnnnnyyyy', (who) => canChangeView(actor(who), view({})));
    expectEach('nnnnnnnnyyy', (who) => canChangeView(actor(who), view({ isLocked: true })));
    expectEach('nnnnnnnyyyy', (who) => canChangeView(actor(who), view({ isLocked: true, createdBy: ME })));
    expectEach('nnnnnnnnnnn', (who) => canChangeView(actor(who), view({ isPrivate: true })));
    const archivedProjects = { [PROJECT]: true } as const;
    expectEach('nnnnnnnnnnn', (who) => canChangeView(actor(who, { archivedProjects }), view({})));
    // Nobody else sees it: it is changed there as well.
    const own = view({ isPrivate: true, isLocked: true, createdBy: ME });
    expect(canChangeView(actor(['member'], { archivedProjects }), own)).toBe(true);
  });

  it('are deleted, locked and shown to others by their maker and those who manage the work', () => {
    expectEach('nnnnnnnnyyy', (who) => canManageView(actor(who), view({})));
    expectEach('nnnnnnnyyyy', (who) => canManageView(actor(who), view({ createdBy: ME })));
    expectEach('nnnnnnnnnnn', (who) => canManageView(actor(who), view({ isPrivate: true })));
  });

  it('are kept by guests for themselves alone', () => {
    const own = view({ isPrivate: true, createdBy: ME });
    expectEach('nnnyyyyyyyy', (who) => canChangeView(actor(who), own));
    expectEach('nnnyyyyyyyy', (who) => canManageView(actor(who), own));
    expectEach('nnnnnnnyyyy', (who) => canShareView(actor(who), { projectId: PROJECT, createdBy: ME }));
  });
});

it('templates are changed by whoever made them, and by admins and owners', () => {
  expectEach('nnnnnnnyyyy', (who) => canChangeTemplate(actor(who), { createdBy: ME }));
  expectEach('nnnnnnnnnyy', (who) => canChangeTemplate(actor(who), { createdBy: 'somebody' }));
});

describe('an archive', () => {
  const archivedProjects = { [PROJECT]: true } as const;
  const within = { projectId: PROJECT, createdBy: ME };

  it('holds what lies in its project, and nothing else', () => {
    expect(isArchived(actor(['member'], { archivedProjects }), within)).toBe(true);
    expect(isArchived(actor(['member'], { archivedProjects }), { projectId: 'another' })).toBe(false);
    expect(isArchived(actor(['member'], { archivedProjects }), { projectId: null })).toBe(false);
    const { archivedProjects: _none, ...unknowing } = actor(['member']);
    expect(isArchived(unknowing, within)).toBe(false);
  });

  it('is the reason only where nothing else is', () => {
    const isKept = (who: Who) => isKeptByArchive(actor(who, { archivedProjects }), 'task.update', within);
    expectEach('nnnnnyyyyyy', isKept);
    expectEach('nnnnnnnnnnn', (who) => isKeptByArchive(actor(who), 'task.update', within));
    expectEach('nnnnnnnnnnn', (who) =>
      isKeptByArchive(actor(who, { archivedProjects }), 'task.update', { ...within, projectId: null }),
    );
    // Reading goes on.
    expectEach('nnnnnnnnnnn', (who) =>
      isKeptByArchive(actor(who, { archivedProjects }), 'task.read', within),
    );
    expect(isKeptByArchive(actor(['owner'], { archivedProjects }), 'tasks.list', undefined)).toBe(false);
    expect(can(actor(['owner'], { archivedProjects }), 'task.read', within)).toBe(true);
  });
});

describe('showing a project to strangers', () => {
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
  ])('%j: %s', (who, may) => {
    expect(canShareProject(actor(who), project)).toBe(may);
  });
});

describe('documents', () => {
  const at = (access: Partial<DocumentAccess>, projectId: string | null = null) => ({
    projectId,
    createdBy: 'somebody',
    access: { ids: [], isRestricted: false, ...access },
  });

  it('without grants of their own are like other work', () => {
    for (const projectId of [null, PROJECT])
      for (const who of EVERYBODY)
        expect(levelOf(actor(who), at({}, projectId))).toBe(levelOf(actor(who), { projectId }));
  });

  it('take the highest of what role, project and the documents above give', () => {
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

  it('that are private know neither role nor project', () => {
    const inPrivate = at({ ids: ['page'], isRestricted: true }, PROJECT);
    expectEach('nnnnnnnnnnn', (who) => can(actor(who), 'document.read', inPrivate));
    const pages = { page: 'comment' } as const;
    expectEach('nnyyyyyyyyy', (who) => can(actor(who, { pages }), 'document.read', inPrivate));
    expectEach('nnnnnnnnnnn', (who) => can(actor(who, { pages }), 'document.update', inPrivate));
  });

  it('are changed by their maker, or a manager, where it takes others along', () => {
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

  it('that are archived themselves are brought back, and else only read', () => {
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
    // Its project is brought back first.
    const archivedProjects = { [PROJECT]: true } as const;
    const inArchive = { ...archived, projectId: PROJECT };
    expectEach('nnnnnnnnnnn', (who) => can(actor(who, { archivedProjects }), 'document.archive', inArchive));
  });

  it('are seen as somebody else with the lower of both levels', () => {
    const viewer = actor(['owner'], { pages: { a: 'view' } });
    const viewed = actor(['guest'], { userId: 'gus', pages: { a: 'edit', b: 'manage' } });
    const seen = seeAs(viewer, viewed);
    expect(levelOf(seen, at({ ids: ['a'] }))).toBe('edit');
    expect(levelOf(seen, at({ ids: ['a'], isRestricted: true }))).toBe('view');
    expect(levelOf(seen, at({ ids: ['b'], isRestricted: true }))).toBeNull();
    expect(levelOf(seen, at({}))).toBeNull();
  });
});
