/**
 * The rooms of folders that have grown, in order: a file imports its own room and those to its left. Files beside the
 * rooms are the door, which puts them together and which no room imports.
 */
const rooms: Record<string, readonly string[]> = {
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
    'error-pages',
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
  'apps/api/src/platform/db': ['driver', 'engines', 'tables', 'transactions', 'maintenance', 'embedded'],
  'apps/api/src/features/auth': ['provider', 'development', 'sessions', 'sign-in', 'account'],
  'apps/web/src/platform/sync': ['rows', 'copies', 'exchange', 'store', 'opening'],
  'apps/web/src/features/views': ['address', 'filters', 'groups', 'display', 'saved-views'],
  'apps/web/src/features/projects': ['model', 'facts', 'access', 'list', 'archive', 'dialog'],
  'packages/contracts/src': [
    'permissions',
    'model',
    'core',
    'auth',
    'billing',
    'teams',
    'members',
    'audit',
    'tokens',
    'notifications',
    'invites',
    'rich-text',
    'cycles',
    'projects',
    'custom-fields',
    'views',
    'favourites',
    'recurrence',
    'labels',
    'milestones',
    'relations',
    'task-types',
    'attachments',
    'checklists',
    'tasks',
    'comments',
    'time-tracking',
    'reminders',
    'watchers',
    'series',
    'history',
    'trash',
    'templates',
    'public-links',
    'presence',
    'transfer',
    'account',
  ],
};

const homes = Object.entries(rooms);

/** Does an import break the order of a home that both files lie in? A home may lie in a room of another. */
export function breaksRoomOrder(from: string, to: string): boolean {
  return homes.some(
    ([home, order]) =>
      isIn(home, from) && isIn(home, to) && !isAllowed(order, roomOf(home, from), roomOf(home, to)),
  );
}

function isIn(home: string, path: string): boolean {
  return path.startsWith(`${home}/`);
}

/** null = at the door. */
function roomOf(home: string, path: string): string | null {
  const [room = '', ...inside] = path.slice(home.length + 1).split('/');
  return inside.length > 0 ? room : null;
}

/** May a file of the one room import a file of the other? Rooms that are in no list may import and be imported by none. */
function isAllowed(order: readonly string[], from: string | null, to: string | null): boolean {
  if (from === null) return to === null || order.includes(to);
  if (to === null) return false;
  return order.includes(from) && order.includes(to) && order.indexOf(to) <= order.indexOf(from);
}
