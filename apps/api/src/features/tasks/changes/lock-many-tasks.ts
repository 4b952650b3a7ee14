import { toSet } from '@hearth/contracts/core/same';
import type { Actor } from '@hearth/contracts/permissions/permissions';
import type { Task } from '@hearth/contracts/tasks/tasks';
import type { Command } from '#platform/commands/index.ts';
import { notFoundAt } from '#platform/errors.ts';
import { assertMayOnEach, assertNoneArchived } from '#features/tasks/model/bulk-rights.ts';
import {
  findTeamKey,
  listLastPositions,
  listProjectsOf,
  lockProjects,
  lockStatusCategories,
  lockTasksWithParents,
} from '#features/tasks/model/bulk-tasks.queries.ts';
import { assertMayPutInto } from '#features/tasks/model/task-rights.ts';
import type { BoardSlot } from '#features/tasks/model/task-writes.queries.ts';
import { lockTree } from '#features/tasks/sub-tasks/sub-tree.queries.ts';
import { assertLabels, lockReferences, nameColumn, type LockedRows, type TaskRequest } from './lock-task.ts';

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
