/**
 * The rooms of folders that have grown, in order: a file imports its own room and those to its left. Files beside the
 * rooms are the door, which puts them together and which no room imports.
 */
export const rooms: Record<string, readonly string[]> = {
  'apps/api/src/features/tasks': [
    'custom-fields',
    'sub-tasks',
    'description',
    'model',
    'labels',
    'task-types',
    'statuses',
    'milestones',
    'cycles',
    'reminders',
    'watchers',
    'relations',
    'checklists',
    'attachments',
    'comments',
    'time-tracking',
    'trash',
    'recurrence',
    'triage',
    'history',
    'templates',
    'digest',
    'commands',
  ],
  'apps/web/src/features/tasks': [
    'parts',
    'model',
    'fields',
    'mentions',
    'trash',
    'quick-parser',
    'grouping',
    'task-picker',
    'labels',
    'task-types',
    'milestones',
    'cycles',
    'statuses',
    'custom-fields',
    'recurrence',
    'reminders',
    'watchers',
    'relations',
    'sub-tasks',
    'checklists',
    'comments',
    'attachments',
    'description',
    'time-tracking',
    'schedule',
    'my-work',
    'templates',
    'bulk-edit',
    'quick-add',
    'list',
    'board',
    'table',
    'timeline',
    'calendar',
    'workload',
    'triage',
    'project-cycles',
    'history',
    'panel',
  ],
  'apps/web/src/ui': [
    'theme',
    'lazy',
    'keyboard',
    'format',
    'buttons',
    'inputs',
    'overlays',
    'files',
    'drag',
    'display',
    'feedback',
    'layout',
    'rich',
    'previews',
  ],
  'apps/web/src/platform': [
    'page',
    'client-state',
    'actions',
    'api',
    'sync',
    'texts',
    'usage',
    'session',
    'permissions',
    'release',
  ],
  'apps/web/src/shell': [
    'actions',
    'page',
    'usage',
    'presence',
    'shortcuts',
    'undo',
    'palette',
    'notes',
    'sidebar',
    'frame',
  ],
  'apps/web/src/routes': [
    'address',
    'frame',
    'trouble',
    'sign-in',
    'share',
    'overview',
    'tasks',
    'projects',
    'documents',
    'team',
    'plans',
    'settings',
    'dev-ui',
  ],
  'apps/api/src/platform/db': ['driver', 'engines', 'tables', 'transactions', 'upkeep', 'embedded'],
  'apps/api/src/features/auth': ['provider', 'development', 'sessions', 'sign-in', 'account'],
};

const homes = Object.entries(rooms);

/** Where a file lies in a home with rooms; room null = at the door. */
export function roomOf(path: string): { home: string; room: string | null } | undefined {
  for (const [home] of homes) {
    if (!path.startsWith(`${home}/`)) continue;
    const parts = path.slice(home.length + 1).split('/');
    return { home, room: parts.length > 1 ? (parts[0] ?? null) : null };
  }
  return undefined;
}

/** May a file of the one room import a file of the other? Rooms that are in no list may import and be imported by none. */
export function isRoomAllowed(home: string, from: string | null, to: string | null): boolean {
  const order = rooms[home] ?? [];
  if (from === null) return to === null || order.includes(to);
  if (to === null) return false;
  return order.includes(from) && order.includes(to) && order.indexOf(to) <= order.indexOf(from);
}
