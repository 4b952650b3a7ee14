import type { TeamRole } from '#permissions/permissions.ts';

/** Every API token begins so: secret scanners and people know it at a glance. */
export const TOKEN_PREFIX = 'hth_';

export const TOKEN_LIMITS = {
  name: 80,
  /** Tokens of a person that work at the same time. */
  perPerson: 50,
  defaultDays: 90,
  mostDays: 365,
} as const;

/**
 * Scopes of API tokens: groups as people choose them, each with the operations (route ids) that it stands
 * for. A token keeps the operations, so a route that is added to a group later is not open to older tokens.
 * Whatever is in no group is for people only: accounts and sessions, tokens themselves, people and their
 * rights, and all that asks for a fresh sign-in.
 */
export const TOKEN_GROUPS = {
  'tasks.read': [
    'tasks.list',
    'tasks.get',
    'tasks.history',
    'tasks.changed',
    'tasks.comments',
    'relations.list',
    'comments.history',
    'checklist.list',
    'attachments.list',
    'attachments.file',
    'attachments.preview',
    'series.runs',
    'time.list',
    'time.sheet',
    'ownTasks.list',
    'statuses.list',
    'labels.list',
    'taskTypes.list',
    'fields.list',
    'views.list',
    'favourites.list',
    'templates.list',
    'templates.get',
  ],
  'tasks.write': [
    'tasks.create',
    'tasks.update',
    'tasks.updateMany',
    'tasks.comment',
    'relations.create',
    'relations.delete',
    'comments.update',
    'comments.delete',
    'comments.restore',
    'comments.react',
    'comments.unreact',
    'checklist.create',
    'checklist.update',
    'checklist.delete',
    'attachments.create',
    'attachments.update',
    'attachments.delete',
    'attachments.restore',
    'series.next',
    'series.skip',
    'series.unskip',
    'ownTasks.update',
    'tasks.watch',
    'time.create',
    'time.update',
    'time.delete',
    'time.restore',
    'time.start',
    'time.stop',
  ],
  'documents.read': [
    'documents.list',
    'documents.get',
    'documents.markdown',
    'documentAttachments.list',
    'documentAttachments.file',
    'documentAttachments.preview',
  ],
  'documents.write': [
    'documents.create',
    'documents.update',
    'documents.copy',
    'documents.archive',
    'documents.unarchive',
    'documents.favourite',
    'documents.unfavourite',
    'documentAttachments.create',
    'documentAttachments.update',
    'documentAttachments.delete',
    'documentAttachments.restore',
  ],
  'documents.delete': ['documents.delete'],
  'tasks.delete': ['tasks.delete', 'tasks.deleteMany', 'trash.list', 'trash.restore', 'trash.restoreMany'],
  'views.write': ['views.create', 'views.update', 'views.delete', 'views.favourite', 'views.unfavourite'],
  'templates.write': [
    'templates.fromTask',
    'templates.fromProject',
    'templates.update',
    'templates.delete',
    'templates.restore',
    'templates.use',
  ],
  'projects.read': ['projects.list', 'projects.get', 'milestones.list', 'cycles.list', 'cycles.record'],
  'projects.write': [
    'projects.create',
    'projects.update',
    'projects.delete',
    'projects.archive',
    'projects.unarchive',
    'projects.favourite',
    'projects.unfavourite',
    'milestones.create',
    'milestones.update',
    'milestones.delete',
    'milestones.restore',
    'cycles.update',
  ],
  'labels.write': ['labels.create', 'labels.update', 'labels.delete'],
  'types.write': ['taskTypes.create', 'taskTypes.update', 'taskTypes.delete', 'taskTypes.restore'],
  'fields.write': ['fields.create', 'fields.update', 'fields.delete', 'fields.restore'],
  'statuses.write': ['statuses.create', 'statuses.update', 'statuses.delete'],
  'team.read': ['teams.list', 'members.list', 'members.get', 'workTimes.list', 'billing.subscription'],
  'search.read': ['search.read'],
  'sync.read': ['sync.read'],
  'audit.read': ['audit.list', 'audit.check'],
} as const satisfies Record<string, readonly string[]>;
export type TokenGroup = keyof typeof TOKEN_GROUPS;

export const TOKEN_OPERATIONS: readonly string[] = Object.values(TOKEN_GROUPS).flat();

/** Guests have none; members if their team lets them. */
export function mayUseTokens(role: TeamRole | null, membersMayUseTokens: boolean): boolean {
  return role === 'owner' || role === 'admin' || (role === 'member' && membersMayUseTokens);
}
