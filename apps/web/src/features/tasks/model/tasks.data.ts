import { createEmptyReferences } from '@hearth/contracts/model/reference-field-values';
import { EMPTY_SCALARS } from '@hearth/contracts/model/scalar-field-values';
import { isSame } from '@hearth/contracts/core/same';
import type { FieldValue } from '@hearth/contracts/custom-fields/custom-field-values';
import type { SyncRows } from '@hearth/contracts/sync';
import type { taskFields } from '@hearth/contracts/tasks/tasks';
import { HIDDEN_TASK, isClosed } from '@hearth/contracts/model/task-values';
import {
  compareByPosition,
  defineRecipe,
  keyAt,
  applyFields,
  nestFields,
  readField,
  deriveOptimistic,
  updateCommand,
  type Command,
  type Effect,
  type Fields,
  type TeamStore,
  type View,
} from '#platform/sync/index.ts';

import { placeWithProjectBoundFields, withProjectBoundFields } from './project-bound-fields.ts';

export type Task = SyncRows['task'];
type Status = SyncRows['status'];

/** Fields that are set directly. Formatted text, position and custom fields have their own setters. */
export type SettableField = Exclude<keyof typeof taskFields, 'descriptionDoc' | 'position' | 'custom'>;

/** The fields of a task that a user can set. */
export interface TaskFields extends Partial<Pick<Task, SettableField>> {
  title: string;
  /** Value of a custom field. Null clears the field. */
  [value: `custom.${string}`]: FieldValue | null;
}

/**
 * Returns the group of `tasksByColumn` for the tasks in a status and project. A null `projectId` selects tasks
 * without a project.
 */
export function columnKey(projectId: string | null, statusId: string): string {
  return `${projectId ?? ''}/${statusId}`;
}

/** Whether a task is not in triage. Boards, lists and most other views exclude tasks in triage. */
export function isTaken({ triage }: Task): boolean {
  return triage === null;
}

/** Tasks by column, in order, without tasks in triage. All boards share this view. */
export function tasksByColumn(store: TeamStore): View<'task'> {
  return store.sharedView('tasks by column', {
    entity: 'task',
    filter: isTaken,
    group: (task) => columnKey(task.projectId, task.statusId),
    compare: compareByPosition,
  });
}

/** Sub-tasks by parent, in order. */
export function subTasksByParent(store: TeamStore): View<'task'> {
  return store.sharedView('sub-tasks', {
    entity: 'task',
    filter: ({ parentId }) => parentId !== null && parentId !== HIDDEN_TASK,
    group: (task) => task.parentId ?? '',
    compare: compareAmongSiblings,
  });
}

function compareAmongSiblings(a: Task, b: Task): number {
  const [one, other] = [a.siblingPosition ?? '', b.siblingPosition ?? ''];
  return one < other ? -1 : Number(one > other);
}

/** Relations by task, oldest first. Each relation is listed for both of its tasks. */
export function relationsByTask(store: TeamStore): View<'relation'> {
  return store.sharedView('relations', {
    entity: 'relation',
    group: ({ fromId, toId }) => [fromId, toId],
    compare: (a, b) => (a.createdAt < b.createdAt ? -1 : Number(a.createdAt > b.createdAt)),
  });
}

/** Checklist items by task, in order. */
export function checklistByTask(store: TeamStore): View<'checklistItem'> {
  return store.sharedView('checklists', {
    entity: 'checklistItem',
    group: ({ taskId }) => taskId,
    compare: compareByPosition,
  });
}

/** Open tasks by project. They are not sorted, to keep updates cheap. */
export function openTasksByProject(store: TeamStore): View<'task'> {
  return store.sharedView('open tasks by project', {
    entity: 'task',
    filter: (task) => task.closedAt === null && isTaken(task),
    group: (task) => task.projectId ?? '',
    compare: () => 0,
  });
}

export function statusesInOrder(store: TeamStore): View<'status'> {
  return store.sharedView('statuses', { entity: 'status', compare: compareByPosition });
}

/** Returns the default status of new tasks: the first unstarted status, otherwise the first status. */
export function defaultStatus(store: TeamStore): Status | undefined {
  const statuses = statusesInOrder(store)
    .ids()
    .map((id) => store.row('status', id))
    .filter((status) => status !== undefined);
  return statuses.find(({ category }) => category === 'unstarted') ?? statuses[0];
}

/**
 * Creates a task at the end of its column unless a position is given. The number is 0 and the key is empty until the server assigns them.
 */
export function createTask(
  store: TeamStore,
  wished: TaskFields & { position?: string },
  id = store.newId(),
): Command {
  const fields = placeWithProjectBoundFields(store, wished);
  const statusId = fields.statusId ?? defaultStatus(store)?.id ?? '';
  const projectId = fields.projectId ?? null;
  const now = new Date(store.now()).toISOString();
  const body = {
    ...fields,
    projectId,
    statusId,
    position: fields.position ?? footOfColumn(store, projectId, statusId),
  };
  const blank: Omit<Task, 'title' | 'projectId' | 'statusId' | 'position' | 'closedAt'> = {
    id,
    number: 0,
    key: '',
    description: '',
    descriptionDoc: null,
    descriptionVersion: null,
    ...EMPTY_SCALARS,
    ...createEmptyReferences(),
    startDate: null,
    dueDate: null,
    trackedSeconds: 0,
    repeat: null,
    series: null,
    parentId: null,
    siblingPosition: null,
    reporterId: store.userId,
    custom: {},
    coverId: null,
    triage: null,
    createdBy: store.userId,
    createdAt: now,
    updatedAt: now,
  };
  const laid = applyFields(blank, body);
  // The creator and the assignees are watchers by default.
  const { watcherIds = [], assigneeIds = [] } = fields;
  const watching = new Set([store.userId, ...watcherIds, ...assigneeIds]);
  const closedAt = closedAtIn(store, statusId);
  const triage = closedAt === null && isToWait(store, projectId) ? { since: now, until: null } : null;
  const row = { ...laid, watcherIds: [...watching].sort(), closedAt, triage };
  return {
    route: 'POST /teams/{teamId}/tasks',
    params: { teamId: store.teamId },
    body: { id, ...nestFields(body) },
    effects: [{ entity: 'task', id, op: 'put', fields: row }],
    text: [fields.title, fields.description].filter(Boolean).join('\n\n'),
    inverse: { kind: 'whole', by: deleteAgain({ id, partIds: null }) },
  };
}

type TaskChanges = Partial<TaskFields> & { position?: string; coverId?: string | null };

export function updateTask(store: TeamStore, id: string, fields: TaskChanges): Command {
  return updateCommand(store, {
    entity: 'task',
    id,
    route: 'PATCH /teams/{teamId}/tasks/{taskId}',
    params: { teamId: store.teamId, taskId: id },
    fields: { ...withColumnPosition(store, id, withProjectBoundFields(store, id, fields)) },
  });
}

/**
 * Appends a task that moves to another column to the end of that column. The position is part of the same command so that one undo restores
 * it.
 */
function withColumnPosition(store: TeamStore, id: string, fields: TaskChanges): TaskChanges {
  const column = newColumnOf(store, id, fields);
  return column === null ? fields : { ...fields, position: footOfColumn(store, ...column) };
}

/**
 * Returns the project and status of the column that a task moves to. Returns null if the task stays in its column or the changes include a
 * position.
 */
export function newColumnOf(
  store: TeamStore,
  id: string,
  fields: TaskChanges,
): [projectId: string | null, statusId: string] | null {
  const task = store.row('task', id);
  if (task === undefined || fields.position !== undefined) return null;
  const { projectId = task.projectId, statusId = task.statusId } = fields;
  return projectId === task.projectId && statusId === task.statusId ? null : [projectId, statusId];
}

deriveOptimistic('task', (store, id, { statusId }) =>
  typeof statusId === 'string' ? { closedAt: closedAtIn(store, statusId, store.row('task', id)) } : {},
);

/**
 * Moves a task into a group by changing its fields, and to an index among the `others` of the group. Without an index, the sort order of
 * the view applies. Returns null if there is no index and no field changes.
 */
export function placeTask(
  store: TeamStore,
  id: string,
  change: Partial<TaskFields>,
  others: readonly string[],
  index: number | null,
): Command | null {
  const row: Fields = { ...store.row('task', id) };
  const fields: Partial<TaskFields> = Object.fromEntries(
    Object.entries(change).filter(([field, value]) => !isSame(readField(row, field), value)),
  ) as object;
  if (index === null) return Object.keys(fields).length === 0 ? null : updateTask(store, id, fields);
  const position = keyAt(others, Math.min(index, others.length), (other) => store.row('task', other));
  return updateTask(store, id, { ...fields, position });
}

/**
 * Trashes a task, cascading to the sub-tasks that the user may delete. Other sub-tasks become top-level tasks.
 * @param mayDelete permission check for descendants
 */
export function deleteTask(
  store: TeamStore,
  id: string,
  mayDelete: (task: Task) => boolean = () => true,
): Command {
  const row = store.row('task', id);
  const { going, staying } = findSubTasks(store, id, mayDelete);
  return {
    route: 'DELETE /teams/{teamId}/tasks/{taskId}',
    params: { teamId: store.teamId, taskId: id },
    effects: [
      { entity: 'task', id, op: 'delete' },
      ...going.map((task) => ({ entity: 'task', id: task.id, op: 'delete' }) as const),
      ...staying.map((task) => patchTask(task.id, { parentId: null, siblingPosition: null })),
    ],
    inverse: row && { kind: 'whole', by: restoreAgain({ row, going, staying }) },
  };
}

const deleteAgain = defineRecipe(
  'delete task',
  (store, { id, partIds }: { id: string; partIds: readonly string[] | null }) =>
    store.row('task', id) === undefined
      ? null
      : deleteTask(store, id, (part) => partIds === null || partIds.includes(part.id)),
);

/** A trashed task, the descendants trashed by cascade, and the topmost descendants that were not trashed. */
interface TrashedTask {
  row: Task;
  going: readonly Task[];
  staying: readonly Task[];
}

function restoreTask(store: TeamStore, { row, going, staying }: TrashedTask): Command {
  return {
    route: 'POST /teams/{teamId}/trash/{itemId}/restore',
    params: { teamId: store.teamId, itemId: row.id },
    effects: [
      ...[row, ...going].map((task) => ({ entity: 'task', id: task.id, op: 'put', fields: task }) as const),
      ...staying.map(({ id, parentId, siblingPosition }) => patchTask(id, { parentId, siblingPosition })),
    ],
    inverse: { kind: 'whole', by: deleteAgain({ id: row.id, partIds: going.map(({ id }) => id) }) },
  };
}

const restoreAgain = defineRecipe('restore task', restoreTask);

function patchTask(id: string, fields: Partial<Task>): Effect {
  return { entity: 'task', id, op: 'patch', fields };
}

/** Returns the descendants that are trashed with a task and the topmost descendants that are not. */
function findSubTasks(
  store: TeamStore,
  id: string,
  mayDelete: (task: Task) => boolean,
): { going: Task[]; staying: Task[] } {
  const [going, staying] = [new Map<string, Task>(), [] as Task[]];
  const visit = (parentId: string): void => {
    for (const partId of subTasksByParent(store).ids(parentId)) {
      const part = store.row('task', partId);
      if (part === undefined || partId === id || going.has(partId)) continue;
      if (!mayDelete(part)) staying.push(part);
      else {
        going.set(partId, part);
        visit(partId);
      }
    }
  };
  visit(id);
  return { going: [...going.values()], staying };
}

/** Whether a new task goes to triage. This applies to tasks that guests create in projects with triage. */
function isToWait(store: TeamStore, projectId: string | null): boolean {
  return (
    store.row('project', projectId ?? '')?.hasTriage === true &&
    store.row('member', store.userId)?.teamRole === 'guest'
  );
}

function footOfColumn(store: TeamStore, projectId: string | null, statusId: string): string {
  const column = tasksByColumn(store).ids(columnKey(projectId, statusId));
  return keyAt(column, column.length, (id) => store.row('task', id));
}

/**
 * Returns the closing time of a task in a status, or null if the status is open. A task that moves between closed statuses keeps its
 * closing time.
 */
function closedAtIn(store: TeamStore, statusId: string, task?: Task): string | null {
  const status = store.row('status', statusId);
  if (status === undefined || !isClosed(status.category)) return null;
  return task?.closedAt ?? new Date(store.now()).toISOString();
}
