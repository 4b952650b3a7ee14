/**
 * Who may do what: one pure function, used by the server to decide and by the web app to hide.
 *
 * can(actor, action, object) = active membership AND role floor AND (role default OR grant) AND object state.
 * The plan is the last check and lives with the counters (plans.ts), since only the database can decide it.
 */
export const TEAM_ROLES = ['guest', 'member', 'admin', 'owner'] as const;
export type TeamRole = (typeof TEAM_ROLES)[number];

export const GRANT_LEVELS = ['view', 'comment', 'edit', 'manage'] as const;
export type GrantLevel = (typeof GRANT_LEVELS)[number];

/** The caller as far as rights go. `role` is null for whoever has no active membership of the team. */
export interface Actor {
  userId: string;
  role: TeamRole | null;
  /** Own grants, by project id. */
  grants: Readonly<Record<string, GrantLevel>>;
}

/** What an action is done to. `projectId` null: work that belongs to the team and to no project. */
export interface WorkObject {
  projectId: string | null;
  createdBy: string | null;
  isTrashed?: boolean;
}

const TEAM_ACTIONS = {
  'team.read': 'guest',
  'team.update': 'admin',
  'team.delete': 'owner',
  'team.restore': 'owner',
  'subscription.read': 'guest',
  'subscription.change': 'owner',
  'members.read': 'guest',
  'members.update': 'admin',
  'members.remove': 'guest',
  'invites.read': 'member',
  'invites.create': 'member',
  'invites.revoke': 'member',
  'statuses.read': 'guest',
  'statuses.change': 'admin',
  'projects.list': 'guest',
  'projects.create': 'member',
  'tasks.list': 'guest',
  'tasks.create': 'guest',
  'trash.list': 'guest',
  'sync.read': 'guest',
} as const satisfies Record<string, TeamRole>;

/** What the object's level must be. `own` = the maker may, with edit rights; otherwise manage is needed. */
const WORK_ACTIONS = {
  'project.read': 'view',
  'project.update': 'edit',
  'project.delete': 'own',
  'project.grant': 'manage',
  'task.read': 'view',
  'task.comment': 'comment',
  'task.create': 'edit',
  'task.update': 'edit',
  'task.delete': 'own',
  'trash.restore': 'own',
} as const satisfies Record<string, GrantLevel | 'own'>;

export type TeamAction = keyof typeof TEAM_ACTIONS;
export type WorkAction = keyof typeof WORK_ACTIONS;
export type Action = TeamAction | WorkAction;

export function isWorkAction(action: Action): action is WorkAction {
  return action in WORK_ACTIONS;
}

export function hasRole(role: TeamRole | null, floor: TeamRole): boolean {
  return role !== null && TEAM_ROLES.indexOf(role) >= TEAM_ROLES.indexOf(floor);
}

/** The level an actor has on a piece of work: what the role gives, widened by an own grant; null = may not know of it. */
export function levelOf(actor: Actor, object: WorkObject): GrantLevel | null {
  if (actor.role === null) return null;
  if (actor.role === 'owner' || actor.role === 'admin') return 'manage';
  const granted = object.projectId === null ? undefined : actor.grants[object.projectId];
  const byRole: GrantLevel | null = actor.role === 'member' ? 'edit' : null;
  if (granted === undefined) return byRole;
  return byRole !== null && GRANT_LEVELS.indexOf(byRole) > GRANT_LEVELS.indexOf(granted) ? byRole : granted;
}

/** May this actor do this? `object` is required for actions on work. */
export function can(actor: Actor, action: Action, object?: WorkObject): boolean {
  if (actor.role === null) return false;
  if (!isWorkAction(action)) return hasRole(actor.role, TEAM_ACTIONS[action]);
  if (object === undefined) throw new TypeError(`${action} is decided for an object`);
  if (object.isTrashed === true && action !== 'trash.restore') return false;
  const level = levelOf(actor, object);
  if (level === null) return false;
  const needed = WORK_ACTIONS[action];
  if (needed !== 'own') return GRANT_LEVELS.indexOf(level) >= GRANT_LEVELS.indexOf(needed);
  return level === 'manage' || (level === 'edit' && object.createdBy === actor.userId);
}

/** May the actor know that the object exists? Decides between 404 and 403. */
export function canSee(actor: Actor, object: WorkObject): boolean {
  return levelOf(actor, object) !== null;
}

/** Owners give any role, admins move people between member and guest; nobody touches an equal or grants past their own. */
export function canChangeRole(actor: TeamRole | null, target: TeamRole, next: TeamRole): boolean {
  if (actor === 'owner') return true;
  if (actor !== 'admin') return false;
  return (target === 'member' || target === 'guest') && (next === 'member' || next === 'guest');
}

/** Leaving is always allowed (but for the last owner, which the server checks under a lock). */
export function canRemoveMember(actor: Actor, target: { userId: string; role: TeamRole }): boolean {
  if (actor.role === null) return false;
  if (actor.userId === target.userId || actor.role === 'owner') return true;
  return actor.role === 'admin' && (target.role === 'member' || target.role === 'guest');
}

/** `membersMayInvite` is the team's own switch; a member may then invite guests. */
export function canInvite(actor: TeamRole | null, invited: TeamRole, membersMayInvite: boolean): boolean {
  if (actor === 'owner') return true;
  if (actor === 'admin') return invited === 'member' || invited === 'guest';
  return actor === 'member' && membersMayInvite && invited === 'guest';
}

/** Does this person take a collaborator's seat: may they write anything beyond comments? */
export function isCollaborator(role: TeamRole, grants: readonly GrantLevel[]): boolean {
  return role !== 'guest' || grants.some((level) => level === 'edit' || level === 'manage');
}

/** The rule of an action in plain words, for refusals. */
export function explainRule(action: Action): string {
  if (!isWorkAction(action)) {
    const floor = TEAM_ACTIONS[action];
    return `${action} needs the role ${floor === 'owner' ? 'owner' : `${floor} or above`} in this team`;
  }
  const needed = WORK_ACTIONS[action];
  if (needed === 'own') return `${action} is for whoever made it, or needs the right to manage it`;
  return `${action} needs the right to ${needed} it`;
}
