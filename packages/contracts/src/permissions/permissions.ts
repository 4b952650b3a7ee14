import { FOR_VIEW_ONLY } from './view-only.ts';

/**
 * Permissions, decided by one pure function. The server uses it to authorize, the web app to hide controls. can(actor, action, object) =
 * active membership AND role floor AND (role default OR grant) AND object state. Plan limits (plans.ts) are checked last, with the
 * counters, because only the database can enforce them.
 */
export const TEAM_ROLES = ['guest', 'member', 'admin', 'owner'] as const;
export type TeamRole = (typeof TEAM_ROLES)[number];

export const GRANT_LEVELS = ['view', 'comment', 'edit', 'manage'] as const;
export type GrantLevel = (typeof GRANT_LEVELS)[number];

/** The caller, with all data that permissions depend on. `role` is null without an active membership of the team. */
export interface Actor {
  userId: string;
  /** The member as whom the caller currently views the team. */
  viewedId?: string;
  role: TeamRole | null;
  /** The caller's grants, by project id. */
  grants: Readonly<Record<string, GrantLevel>>;
  /** Ids of the team's private projects, including trashed ones: only grants give access to them. */
  privateProjects: Readonly<Record<string, true>>;
  /** Ids of archived projects, except trashed ones: their contents are read-only. */
  archivedProjects?: Readonly<Record<string, true>>;
  /** The caller's grants on documents, by document id. */
  pages?: Readonly<Record<string, GrantLevel>>;
  /**
   * True if the plan has fewer seats than members and this member has none: the member is then read-only, regardless of role and grants.
   */
  isViewOnly?: true;
  /** Both actors while viewing as another member. On documents, the lower of both levels applies. */
  of?: readonly [Actor, Actor];
}

/** Sources of access to a document besides its project. */
export interface DocumentAccess {
  /** Documents whose grants apply: the document itself and its ancestors that have grants, up to the nearest private document. */
  ids: readonly string[];
  /** True if the document or an ancestor is private: neither roles nor grants on the project apply. */
  isRestricted: boolean;
}

/** The object of an action. `projectId` is null for objects of the team that belong to no project. */
export interface WorkObject {
  projectId: string | null;
  createdBy: string | null;
  isTrashed?: boolean;
  /** Set for documents only. */
  access?: DocumentAccess;
  /** True if the object itself is archived, regardless of its project. */
  isArchived?: boolean;
}

const TEAM_ACTIONS = {
  'team.read': 'guest',
  'team.update': 'admin',
  'team.delete': 'owner',
  'team.restore': 'owner',
  'team.export': 'admin',
  'team.import': 'admin',
  'subscription.read': 'guest',
  'subscription.change': 'owner',
  'subscription.ask': 'guest',
  'billing.read': 'admin',
  'support.ask': 'guest',
  'members.read': 'guest',
  'members.update': 'admin',
  'members.remove': 'guest',
  'members.activity': 'member',
  'members.reach': 'guest',
  'workTimes.read': 'member',
  'workTimes.change': 'member',
  'workTimes.changeTeam': 'admin',
  'time.own': 'guest',
  'time.stop': 'guest',
  'ownership.transfer': 'owner',
  'members.viewAs': 'admin',
  'invites.read': 'member',
  'invites.create': 'member',
  'invites.revoke': 'member',
  'statuses.read': 'guest',
  'statuses.change': 'admin',
  'labels.read': 'guest',
  'labels.change': 'member',
  'labels.delete': 'admin',
  'taskTypes.read': 'guest',
  'taskTypes.change': 'admin',
  'fields.read': 'guest',
  'fields.change': 'admin',
  'views.read': 'guest',
  'views.create': 'guest',
  'views.share': 'member',
  'views.change': 'member',
  'templates.read': 'member',
  'templates.create': 'member',
  'templates.change': 'member',
  'templates.use': 'member',
  'projects.list': 'guest',
  'projects.create': 'member',
  'projects.listPrivate': 'admin',
  'projects.grantMyself': 'admin',
  'tasks.list': 'guest',
  'tasks.create': 'guest',
  'tasks.changeMany': 'guest',
  // Covers watching, reminders, and the order of the personal list.
  'tasks.keepForMyself': 'guest',
  'documents.list': 'guest',
  // Authorized against the parent: a document or the project.
  'documents.create': 'guest',
  'search.read': 'guest',
  'analytics.read': 'guest',
  'analytics.preview': 'guest',
  'analytics.annotate': 'member',
  'analytics.schedule': 'admin',
  'assistant.use': 'guest',
  'assistant.configure': 'admin',
  'trash.list': 'guest',
  // Authorized for each item.
  'trash.empty': 'guest',
  'sync.read': 'guest',
  'audit.read': 'admin',
  'publicLinks.list': 'admin',
} as const satisfies Record<string, TeamRole>;

/** The level required on the object. `own`: the creator needs edit, everyone else needs manage. */
const WORK_ACTIONS = {
  'project.read': 'view',
  'project.update': 'edit',
  'project.delete': 'own',
  'project.archive': 'own',
  'project.grant': 'manage',
  'project.restrict': 'own',
  'project.triage': 'own',
  'task.read': 'view',
  'task.comment': 'comment',
  'task.create': 'edit',
  'task.update': 'edit',
  'task.delete': 'own',
  'document.read': 'view',
  'document.create': 'edit',
  'document.update': 'edit',
  'document.delete': 'own',
  'document.archive': 'own',
  'document.restrict': 'own',
  'document.grant': 'own',
  'trash.restore': 'own',
  'trash.delete': 'manage',
} as const satisfies Record<string, GrantLevel | 'own'>;

/** Actions forbidden on archived projects and their contents, and on archived documents. */
const STILL_IN_ARCHIVE: ReadonlySet<Action> = new Set([
  'project.update',
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
] satisfies WorkAction[]);

export type TeamAction = keyof typeof TEAM_ACTIONS;
export type WorkAction = keyof typeof WORK_ACTIONS;
export type Action = TeamAction | WorkAction;

function isWorkAction(action: Action): action is WorkAction {
  return action in WORK_ACTIONS;
}

/** Role floor: the lowest role allowed to perform the action in the team. Null for actions on objects, which are authorized by level. */
export function floorOf(action: Action): TeamRole | null {
  return isWorkAction(action) ? null : TEAM_ACTIONS[action];
}

export function hasRole(role: TeamRole | null, floor: TeamRole): boolean {
  return role !== null && TEAM_ROLES.indexOf(role) >= TEAM_ROLES.indexOf(floor);
}

/** The level that a role gives on the team's own objects and in projects that are not private. */
const LEVEL_OF_ROLE = {
  guest: null,
  member: 'edit',
  admin: 'manage',
  owner: 'manage',
} as const satisfies Record<TeamRole, GrantLevel | null>;

function rankOf(level: GrantLevel | null): number {
  return level === null ? -1 : GRANT_LEVELS.indexOf(level);
}

/** The level that the actor has by role. Null in private projects. */
export function levelByRole(actor: Actor, projectId: string | null): GrantLevel | null {
  if (actor.role === null) return null;
  return projectId !== null && projectId in actor.privateProjects ? null : LEVEL_OF_ROLE[actor.role];
}

/**
 * The actor's level on an object: the level of the role, raised by grants, and at most `view` for view-only members. Null if the object's
 * existence is hidden from the actor.
 */
export function levelOf(actor: Actor, object: Pick<WorkObject, 'projectId' | 'access'>): GrantLevel | null {
  const level = levelByRights(actor, object);
  return actor.isViewOnly === true ? lowerOf(level, 'view') : level;
}

function levelByRights(actor: Actor, object: Pick<WorkObject, 'projectId' | 'access'>): GrantLevel | null {
  if (actor.role === null) return null;
  const { projectId, access } = object;
  if (access === undefined) return levelIn(actor, projectId);
  if (actor.of !== undefined) {
    const [one, other] = actor.of;
    return lowerOf(levelOf(one, object), levelOf(other, object));
  }
  let level = access.isRestricted ? null : levelIn(actor, projectId);
  for (const id of access.ids) level = higherOf(level, actor.pages?.[id] ?? null);
  return level;
}

/**
 * The actor’s grant level for the contents of a project, or for objects outside any project if `projectId` is null: the higher of role and
 * project grant.
 */
function levelIn(actor: Actor, projectId: string | null): GrantLevel | null {
  const granted = projectId === null ? null : (actor.grants[projectId] ?? null);
  return higherOf(levelByRole(actor, projectId), granted);
}

function higherOf(one: GrantLevel | null, other: GrantLevel | null): GrantLevel | null {
  return rankOf(other) > rankOf(one) ? other : one;
}

function lowerOf(one: GrantLevel | null, other: GrantLevel | null): GrantLevel | null {
  return rankOf(one) < rankOf(other) ? one : other;
}

/** Authorizes an action. @throws TypeError if `object` is missing for an action on an object */
export function can(actor: Actor, action: Action, object?: WorkObject): boolean {
  if (actor.role === null) return false;
  if (!isWorkAction(action)) {
    return hasRole(actor.role, TEAM_ACTIONS[action]) && (actor.isViewOnly !== true || FOR_VIEW_ONLY[action]);
  }
  if (object === undefined) throw new TypeError(`${action} requires an object`);
  if (object.isTrashed === true && action !== 'trash.restore' && action !== 'trash.delete') return false;
  if (isBlockedByArchive(actor, action, object)) return false;
  const level = levelOf(actor, object);
  if (level === null) return false;
  const needed = WORK_ACTIONS[action];
  if (needed !== 'own') return rankOf(level) >= rankOf(needed);
  return level === 'manage' || (level === 'edit' && object.createdBy === actor.userId);
}

/** Whether the object is in an archived project. */
export function isArchived(actor: Actor, { projectId }: Pick<WorkObject, 'projectId'>): boolean {
  return projectId !== null && actor.archivedProjects?.[projectId] === true;
}

function isBlockedByArchive(actor: Actor, action: WorkAction, object: WorkObject): boolean {
  if (!STILL_IN_ARCHIVE.has(action)) return false;
  // `document.archive` stays allowed because it also unarchives documents.
  return isArchived(actor, object) || (object.isArchived === true && action !== 'document.archive');
}

/** Whether archiving is the only reason why the action is denied. */
export function isDeniedByArchiveOnly(actor: Actor, action: Action, object: WorkObject | undefined): boolean {
  if (object === undefined || can(actor, action, object)) return false;
  return can({ ...actor, archivedProjects: {} }, action, { ...object, isArchived: false });
}

/** Whether the action is denied but would be allowed if the actor had a seat. Ignores archiving. */
export function isDeniedBySeatOnly(actor: Actor, action: Action, object: WorkObject | undefined): boolean {
  if (actor.isViewOnly !== true || can(actor, action, object)) return false;
  const open = object === undefined ? undefined : { ...object, isArchived: false };
  return can({ ...withSeat(actor), archivedProjects: {} }, action, open);
}

function withSeat(actor: Actor): Actor {
  const seated = { ...actor };
  delete seated.isViewOnly;
  if (actor.of !== undefined) seated.of = [withSeat(actor.of[0]), withSeat(actor.of[1])];
  return seated;
}

/** Whether the existence of the object may be disclosed to the actor. Decides between 404 and 403. */
export function canSee(actor: Actor, object: WorkObject): boolean {
  return levelOf(actor, object) !== null;
}

/**
 * Comments can be deleted by the author and by anyone who can manage the commented object, if they may currently comment on it.
 * @param commenting the action required to comment on that object
 */
export function canDeleteComment(actor: Actor, commenting: WorkAction, comment: WorkObject): boolean {
  if (!can(actor, commenting, comment)) return false;
  return comment.createdBy === actor.userId || levelOf(actor, comment) === 'manage';
}

/** Time entries can be deleted under the same rule as comments. `createdBy` is the user who spent the time. */
export function canDeleteTime(actor: Actor, entry: WorkObject): boolean {
  return canDeleteComment(actor, 'task.comment', entry);
}

/** Public links require manage on the project. Guests are excluded because they are external themselves. */
export function canShareProject(actor: Actor, project: WorkObject): boolean {
  return hasRole(actor.role, 'member') && can(actor, 'project.grant', project);
}

/** The properties of a saved view that permissions depend on. */
export interface ViewObject {
  projectId: string | null;
  createdBy: string | null;
  isPrivate: boolean;
  isLocked: boolean;
}

/** Private views are visible only to the creator, all other views to everyone who can see the project. */
export function canSeeView(actor: Actor, view: ViewObject): boolean {
  if (levelOf(actor, view) === null) return false;
  return !view.isPrivate || view.createdBy === actor.userId;
}

/** Sharing a view requires permission to create tasks in its project. Guests can only have private views. */
export function canShareView(actor: Actor, view: Pick<ViewObject, 'projectId' | 'createdBy'>): boolean {
  return can(actor, 'views.share') && can(actor, 'task.create', view);
}

/** Unlocked shared views can be changed by members who can change the project's tasks. Other views: see `canManageView`. */
export function canChangeView(actor: Actor, view: ViewObject): boolean {
  if (view.isPrivate || view.isLocked) return canManageView(actor, view);
  return can(actor, 'views.share') && canSeeView(actor, view) && can(actor, 'task.update', view);
}

/** Whether the actor may delete the view, lock it and change its visibility. */
export function canManageView(actor: Actor, view: ViewObject): boolean {
  if (!canSeeView(actor, view)) return false;
  if (!view.isPrivate && !can(actor, 'views.share')) return false;
  return view.createdBy === actor.userId || levelOf(actor, view) === 'manage';
}

/** Templates can be changed and deleted by admins, owners, and their creator unless the creator is now a guest. */
export function canChangeTemplate(
  actor: Pick<Actor, 'userId' | 'role' | 'isViewOnly'>,
  template: { createdBy: string | null },
): boolean {
  if (!hasRole(actor.role, 'member') || actor.isViewOnly === true) return false;
  return template.createdBy === actor.userId || hasRole(actor.role, 'admin');
}

/** Owners assign any role. Admins change members to guests and vice versa. No other role can change roles. */
export function canChangeRole(actor: TeamRole | null, target: TeamRole, next: TeamRole): boolean {
  if (actor === 'owner') return true;
  if (actor !== 'admin') return false;
  return (target === 'member' || target === 'guest') && (next === 'member' || next === 'guest');
}

/**
 * Owners remove anyone, admins remove members and guests. Members may always leave, except the last owner. The server checks that exception
 * under a lock.
 */
export function canRemoveMember(
  actor: Pick<Actor, 'userId' | 'role' | 'isViewOnly'>,
  target: { userId: string; role: TeamRole },
): boolean {
  if (actor.role === null) return false;
  if (actor.userId === target.userId) return true;
  if (actor.isViewOnly === true) return false;
  if (actor.role === 'owner') return true;
  return actor.role === 'admin' && (target.role === 'member' || target.role === 'guest');
}

/** Owners invite to any role, admins to member and guest. Members invite guests if the team setting `membersMayInvite` allows it. */
export function canInvite(actor: TeamRole | null, invited: TeamRole, membersMayInvite: boolean): boolean {
  if (actor === 'owner') return true;
  if (actor === 'admin') return invited === 'member' || invited === 'guest';
  return actor === 'member' && membersMayInvite && invited === 'guest';
}

/** Guests are external: they see names and images, but no email address except their own. */
export function canSeeAddress(actor: Actor, userId: string): boolean {
  return hasRole(actor.role, 'member') || (actor.viewedId ?? actor.userId) === userId;
}

/** Owners can view the team as any other member, admins as members and guests. */
export function canViewAs(
  actor: Pick<Actor, 'userId' | 'role' | 'isViewOnly'>,
  target: { userId: string; role: TeamRole },
): boolean {
  if (actor.userId === target.userId || actor.isViewOnly === true) return false;
  return actor.role === 'owner' || (actor.role === 'admin' && !hasRole(target.role, 'admin'));
}

/** Intersects the permissions of both members: for each object, the lower level applies. Read-only: the viewer remains the acting user. */
export function seeAs(viewer: Actor, viewed: Actor): Actor {
  const isBelow = viewed.role === null || hasRole(viewer.role, viewed.role);
  const role = isBelow ? viewed.role : viewer.role;
  const privateProjects = { ...viewer.privateProjects, ...viewed.privateProjects };
  const grants: Record<string, GrantLevel> = {};
  for (const projectId of Object.keys({ ...viewer.grants, ...viewed.grants })) {
    const lower = lowerOf(levelOf(viewer, { projectId }), levelOf(viewed, { projectId }));
    if (lower !== null) grants[projectId] = lower;
  }
  const archivedProjects = { ...viewer.archivedProjects, ...viewed.archivedProjects };
  const pages: Record<string, GrantLevel> = {};
  for (const id of Object.keys({ ...viewer.pages, ...viewed.pages })) {
    const lower = lowerOf(viewer.pages?.[id] ?? null, viewed.pages?.[id] ?? null);
    if (lower !== null) pages[id] = lower;
  }
  return {
    userId: viewer.userId,
    viewedId: viewed.userId,
    role,
    grants,
    privateProjects,
    archivedProjects,
    pages,
    ...(viewer.isViewOnly === true || viewed.isViewOnly === true ? { isViewOnly: true } : {}),
    of: [viewer, viewed],
  };
}

/** Whether the member needs a collaborator seat because they may write more than comments. */
export function isCollaborator(role: TeamRole, grants: readonly GrantLevel[]): boolean {
  return role !== 'guest' || grants.some((level) => level === 'edit' || level === 'manage');
}

/** Default roles of invites available to a team. */
export const DEFAULT_ROLES = ['member', 'guest'] as const satisfies readonly TeamRole[];
export type DefaultRole = (typeof DEFAULT_ROLES)[number];

const WHO: Readonly<Record<TeamRole, string>> = {
  guest: 'people in this team',
  member: 'members, admins and owners of this team',
  admin: 'admins and owners of this team',
  owner: 'owners of this team',
};

/** The rule for members without a seat, as shown in error messages. */
export const VIEW_ONLY_RULE =
  'You can only view this team: its plan has fewer seats than people. An owner can give you a seat';

/** The rule of an action in plain English, for error messages. */
export function explainRule(action: Action): string {
  if (!isWorkAction(action)) return `Only ${WHO[TEAM_ACTIONS[action]]} can do this (${action})`;
  const needed = WORK_ACTIONS[action];
  if (needed === 'own')
    return `Only the person who made this, or someone with manage access, can do this (${action})`;
  return `You need ${needed} access to do this (${action})`;
}
