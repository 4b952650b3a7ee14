import type { SyncRows } from '@hearth/contracts/sync';
import {
  compareByPosition,
  defineRecipe,
  keyAt,
  typedText,
  updateCommand,
  type Command,
  type Effect,
  type TeamStore,
  type View,
} from '#platform/sync/index.ts';

type Project = SyncRows['project'];
type Task = SyncRows['task'];

export interface ProjectFields {
  name: string;
  key?: string;
  description?: string;
  color?: Project['color'];
  isPrivate?: boolean;
  leadId?: string | null;
  startDate?: string | null;
  targetDate?: string | null;
  health?: Project['health'];
  cycles?: Project['cycles'];
  hasTriage?: boolean;
  /** WIP limit: maximum number of open tasks in a status. */
  [limit: `limits.${string}`]: number | null;
}

/** Values of a project without any planning. */
const NO_PLAN = {
  leadId: null,
  startDate: null,
  targetDate: null,
  health: null,
  cycles: null,
  limits: {},
  hasTriage: false,
  isSample: false,
};
const NOT_ARCHIVED = { archivedAt: null, archivedBy: null };

/** Visible projects of the team that are not archived, in order. */
export function projectsInOrder(store: TeamStore): View<'project'> {
  return store.sharedView('projects', {
    entity: 'project',
    filter: ({ archivedAt }) => archivedAt === null,
    compare: compareByPosition,
  });
}

/** Visible projects of the team including archived ones, in order. */
export function allProjectsInOrder(store: TeamStore): View<'project'> {
  return store.sharedView('all projects', { entity: 'project', compare: compareByPosition });
}

/** Whether this project, and with it its tasks, is archived. Returns false for null, the project id of tasks without a project. */
export function isInArchive(store: TeamStore, projectId: string | null): boolean {
  return (store.row('project', projectId ?? '')?.archivedAt ?? null) !== null;
}

/** Appends a project to the list. If no key is chosen, the server assigns one. No key is shown until then. */
export function createProject(store: TeamStore, fields: ProjectFields, id = store.newId()): Command {
  const others = allProjectsInOrder(store).ids();
  const position = keyAt(others, others.length, (other) => store.row('project', other));
  const now = new Date(store.now()).toISOString();
  const row: Project = {
    id,
    key: '',
    description: '',
    color: 'gray',
    isPrivate: false,
    ...NO_PLAN,
    ...NOT_ARCHIVED,
    createdBy: store.userId,
    createdAt: now,
    updatedAt: now,
    ...fields,
    position,
  };
  return {
    route: 'POST /teams/{teamId}/projects',
    params: { teamId: store.teamId },
    body: { id, ...fields, position },
    effects: [{ entity: 'project', id, op: 'put', fields: row }, ...grantToMaker(row)],
    text: typedText({ ...fields }),
    inverse: { kind: 'whole', by: deleteAgain(id) },
  };
}

/** The optimistic grant of a private project's creator. Without it, the creator could not open the project until the server responds. */
function grantToMaker({ id, isPrivate }: Project): Effect[] {
  return isPrivate ? [{ entity: 'grant', id, op: 'put', fields: { id, level: 'manage' } }] : [];
}

export function updateProject(
  store: TeamStore,
  id: string,
  fields: Partial<ProjectFields> & { position?: string },
): Command {
  return updateCommand(store, {
    entity: 'project',
    id,
    route: 'PATCH /teams/{teamId}/projects/{projectId}',
    params: { teamId: store.teamId, projectId: id },
    fields: { ...fields },
  });
}

/** Moves a project to the trash. Its tasks are trashed and restored with it. */
export function deleteProject(store: TeamStore, id: string): Command {
  const row = store.row('project', id);
  const tasks = store.all('task').filter((task) => task.projectId === id);
  return {
    route: 'DELETE /teams/{teamId}/projects/{projectId}',
    params: { teamId: store.teamId, projectId: id },
    effects: [
      { entity: 'project', id, op: 'delete' },
      ...tasks.map((task) => ({ entity: 'task' as const, id: task.id, op: 'delete' as const })),
    ],
    inverse: row && { kind: 'whole', by: restoreAgain({ row, tasks }) },
  };
}

/** Restores a project with the tasks trashed by cascade. */
export function restoreProject(store: TeamStore, row: Project, tasks: readonly Task[]): Command {
  return {
    route: 'POST /teams/{teamId}/trash/{itemId}/restore',
    params: { teamId: store.teamId, itemId: row.id },
    effects: [
      { entity: 'project', id: row.id, op: 'put', fields: row },
      ...tasks.map((task) => ({ entity: 'task' as const, id: task.id, op: 'put' as const, fields: task })),
    ],
    inverse: { kind: 'whole', by: deleteAgain(row.id) },
  };
}

/** Archives a project or restores it from the archive. */
export function archiveProject(store: TeamStore, id: string, isArchived: boolean): Command {
  const archivedAt = new Date(store.now()).toISOString();
  return {
    route: `${isArchived ? 'PUT' : 'DELETE'} /teams/{teamId}/projects/{projectId}/archive`,
    params: { teamId: store.teamId, projectId: id },
    effects: [
      {
        entity: 'project',
        id,
        op: 'patch',
        fields: isArchived ? { archivedAt, archivedBy: store.userId } : NOT_ARCHIVED,
      },
    ],
    inverse: { kind: 'whole', by: archiveAgain({ id, isArchived: !isArchived }) },
  };
}

const archiveAgain = defineRecipe(
  'archive project',
  (store, { id, isArchived }: { id: string; isArchived: boolean }) => {
    const row = store.row('project', id);
    // No-op: the project is gone, or it has already been archived or restored.
    if (row === undefined || (row.archivedAt !== null) === isArchived) return null;
    return archiveProject(store, id, isArchived);
  },
);
const deleteAgain = defineRecipe('delete project', (store, id: string) =>
  store.row('project', id) === undefined ? null : deleteProject(store, id),
);
const restoreAgain = defineRecipe(
  'restore project',
  (store, { row, tasks }: { row: Project; tasks: readonly Task[] }) => restoreProject(store, row, tasks),
);
