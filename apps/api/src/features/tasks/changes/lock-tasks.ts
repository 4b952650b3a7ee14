import { toSet } from '@hearth/contracts/core/same';
import type { BodyOf } from '#platform/feature.ts';
import { changeValues } from '@hearth/contracts/custom-fields/custom-field-values';
import type { Actor } from '@hearth/contracts/permissions/permissions';
import type { StatusCategory } from '@hearth/contracts/model/task-values';
import type { Task } from '@hearth/contracts/tasks/tasks';
import { visibleTo } from '#features/projects/index.ts';
import type { Command } from '#platform/commands/index.ts';
import { notFound, notFoundAt, projectArchived } from '#platform/errors.ts';
import { readLinks, type Links } from '#features/tasks/custom-fields/task-links.queries.ts';
import { assertProjectNotArchived } from '#features/tasks/model/assert-not-archived.ts';
import { assertMayOnEach, assertNoneArchived } from '#features/tasks/model/bulk-rights.ts';
import {
  findTeamKey,
  listLastPositions,
  listProjectsOf,
  lockProjects,
  lockStatusCategories,
  lockTasksWithParents,
} from '#features/tasks/model/bulk-tasks.queries.ts';
import { assertMayPutInto, assertStillMay } from '#features/tasks/model/task-rights.ts';
import {
  lockTask,
  type BoardSlot,
  type LockedSlot,
  type LockedTask,
} from '#features/tasks/model/task-writes.queries.ts';
import { lockTree } from '#features/tasks/sub-tasks/sub-tree.queries.ts';
import { assertLabels, lockReferences, type References } from './references.ts';

type Fields = BodyOf<'tasks.update'>;

/** The requested changes to one task, with the path of each field in the body. */
export interface TaskRequest {
  /** The requested fields. Bulk changes can't set the title, the description or the cover. */
  fields: Fields;
  /** Base versions of a new description (If-Match). Undefined to overwrite the current description. */
  descriptionVersions?: readonly string[] | undefined;
  pathOf: (field: keyof Fields) => string;
  pathOfValue: (fieldId: string) => string;
}

export interface TaskTarget {
  teamId: string;
  actor: Actor;
  taskId: string;
  /** The project of the task when the request was authorized. */
  projectId: string | null;
}

/** The row-locked tasks, and the rows that their current and new values refer to. */
export interface LockedRows extends References {
  tasks: readonly Task[];
  /** Parent ids by task id. Includes parents in the trash and hidden ones, because the log rows depend on them. */
  parents: ReadonlyMap<string, string>;
  /** Whether assignees, watchers and labels were read after the lock. */
  areSetsCurrent: boolean;
  /** Task key prefixes by project id. The prefix of the team has the key ''. */
  keys: ReadonlyMap<string, string>;
  categories: ReadonlyMap<string, StatusCategory>;
  /** The ids of projects with triage enabled. */
  withTriage: ReadonlySet<string>;
  /** The last position of each target column for tasks without an explicit position, by column name. */
  ends: ReadonlyMap<string, { last: string | null }>;
}

export function nameColumn(projectId: string | null, statusId: string): string {
  return `${projectId ?? ''}/${statusId}`;
}

/** Locks one task with few statements, and checks the permissions on the task and its target project. */
export async function lockOneTask(
  command: Command,
  on: TaskTarget,
  { fields }: TaskRequest,
): Promise<LockedRows & { tasks: readonly [Task] }> {
  const { tx } = command;
  if (typeof fields.parentId === 'string') await lockTree(tx);
  if (fields.projectId !== undefined && fields.projectId !== on.projectId)
    await assertProjectNotArchived(command, on.projectId);
  const references = await lockReferences(tx, [fields]);
  const { locked, lockedSlot, projectId } = await lockWithSlot(command, on, fields);
  assertStillMay(on.actor, 'task.update', locked);
  const key = assertProject(lockedSlot);
  const statusId = fields.statusId ?? locked.statusId;
  const categories = new Map<string, StatusCategory>();
  if (statusId !== locked.statusId) categories.set(statusId, assertStatus(lockedSlot));
  assertLabels(references, fields.labelIds);
  return {
    ...references,
    tasks: [locked],
    parents: new Map(lockedSlot.partOf === null ? [] : [[locked.id, lockedSlot.partOf]]),
    areSetsCurrent: false,
    keys: new Map([[projectId ?? '', key]]),
    categories,
    withTriage: new Set(lockedSlot.hasTriage ? [projectId ?? ''] : []),
    ends: new Map([[nameColumn(projectId, statusId), { last: lockedSlot.last }]]),
  };
}

/** Locks a task together with its current or new project, and with its new status if one is requested. */
export async function lockWithSlot(
  command: Command,
  on: TaskTarget,
  fields: Pick<BodyOf<'tasks.update'>, 'projectId' | 'statusId' | 'position'>,
): Promise<{ locked: Task; lockedSlot: LockedTask; projectId: string | null }> {
  const statusId = fields.statusId ?? null;
  const needsLast = fields.position === undefined && (fields.projectId !== undefined || statusId !== null);
  let projectId = fields.projectId === undefined ? on.projectId : fields.projectId;
  for (;;) {
    const to = { projectId, statusId, needsLast };
    const lockedSlot = await lockTask(command.tx, on.taskId, to, visibleTo(on.actor));
    const locked = lockedSlot.task;
    if (locked === null) throw notFound('This task');
    if (fields.projectId !== undefined || locked.projectId === projectId) {
      // Use a separate statement, to see commits made during the lock wait.
      const links = lockedSlot.hasLinks ? await readLinks(command.tx, [locked.id]) : new Map<string, Links>();
      const custom = changeValues(locked.custom, links.get(locked.id) ?? {});
      return { locked: { ...locked, custom }, lockedSlot, projectId };
    }
    // Lock the new project: the task was moved after the request was authorized.
    projectId = locked.projectId;
  }
}

export function assertProject({ key, isArchived }: LockedSlot): string {
  if (key === null) throw notFoundAt('projectId', 'a project you have access to');
  if (isArchived) throw projectArchived();
  return key;
}

export function assertStatus({ category }: LockedSlot): StatusCategory {
  if (category === null) throw notFoundAt('statusId', 'a status of this team');
  return category;
}

/**
 * Locks many tasks and checks the permissions on each task and target project. The number of statements does not depend on
 * the number of tasks.
 */
export async function lockManyTasks(
  command: Command,
  actor: Actor,
  taskIds: readonly string[],
  requests: readonly TaskRequest[],
): Promise<LockedRows> {
  const { tx } = command;
  const requested = requests.map(({ fields }) => fields);
  if (requested.some(({ parentId }) => typeof parentId === 'string')) await lockTree(tx);
  const references = await lockReferences(tx, requested);
  const named = requested.flatMap(({ projectId }) => projectId ?? []);
  const projects = await lockProjects(tx, toSet([...named, ...(await listProjectsOf(tx, taskIds))]));
  const categories = await lockStatusCategories(
    tx,
    toSet(requested.flatMap(({ statusId }) => statusId ?? [])),
  );
  const rows = await lockTasksWithParents(tx, taskIds);
  const locked = new Map(rows.map(({ task }) => [task.id, task]));
  const tasks = assertMayOnEach(actor, 'task.update', 'taskIds', taskIds, locked);
  // Tasks may have moved since their projects were looked up. They are locked now and can't move again.
  const late = toSet(tasks.flatMap(({ projectId }) => projectId ?? [])).filter((id) => !projects.has(id));
  for (const [id, project] of await lockProjects(tx, late)) projects.set(id, project);
  assertNoneArchived(tasks, projects);
  const keys = new Map([...projects].map(([id, { key }]) => [id, key]));
  keys.set('', await findTeamKey(tx));
  for (const [at, { fields, pathOf }] of requests.entries()) {
    const { projectId, statusId } = fields;
    if (projectId !== undefined && projectId !== tasks[at]?.projectId) {
      assertMayPutInto(actor, projectId, pathOf('projectId'));
      if (!keys.has(projectId ?? '')) throw notFoundAt(pathOf('projectId'), 'a project you have access to');
      assertNoneArchived([{ projectId }], projects);
    }
    if (statusId !== undefined && !categories.has(statusId))
      throw notFoundAt(pathOf('statusId'), 'a status of this team');
    assertLabels(references, fields.labelIds, pathOf('labelIds'));
  }
  return {
    ...references,
    tasks,
    parents: new Map(rows.flatMap(({ task, partOf }) => (partOf === null ? [] : [[task.id, partOf]]))),
    areSetsCurrent: true,
    keys,
    categories,
    withTriage: new Set([...projects].flatMap(([id, { hasTriage }]) => (hasTriage ? [id] : []))),
    ends: await findEnds(command, tasks, requests),
  };
}

async function findEnds(
  { tx }: Command,
  tasks: readonly Task[],
  requests: readonly TaskRequest[],
): Promise<LockedRows['ends']> {
  const columns = new Map<string, BoardSlot>();
  for (const [at, task] of tasks.entries()) {
    const { projectId = task.projectId, statusId = task.statusId, position } = requests[at]?.fields ?? {};
    const isElsewhere = projectId !== task.projectId || statusId !== task.statusId;
    if (isElsewhere && position === undefined)
      columns.set(nameColumn(projectId, statusId), { projectId, statusId });
  }
  const lasts = await listLastPositions(tx, [...columns.values()]);
  return new Map([...columns.keys()].map((name, at) => [name, { last: lasts[at] ?? null }]));
}
