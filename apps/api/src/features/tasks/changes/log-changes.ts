import { sql } from 'kysely';
import type { Task } from '@hearth/contracts/tasks/tasks';
import { workScope, type Command } from '#platform/commands/index.ts';
import { putAttachmentRows } from '#features/tasks/attachments/task-attachments.queries.ts';
import { putItemRows } from '#features/tasks/checklists/checklist.queries.ts';
import { movedComments } from '#features/tasks/comments/comment-rows.queries.ts';
import { hasLists } from '#features/tasks/custom-fields/field-values.ts';
import { putRows, referencingTasks } from '#features/tasks/model/task-log.queries.ts';
import { putMovedRelationRows } from '#features/tasks/relations/relations.queries.ts';
import { logParents } from '#features/tasks/sub-tasks/log-parents.ts';
import { putTimeRows } from '#features/tasks/time-tracking/time.queries.ts';

/** A task before and after a change. */
export interface ChangedTask {
  before: Task;
  task: Task;
}

/** Logs each change, and the related rows that readers gain or lose when a task moves to another project. */
export function logChanges(
  command: Command,
  changed: readonly ChangedTask[],
  parents: ReadonlyMap<string, string>,
): void {
  const { teamId } = command;
  // Which parents and linked tasks are visible depends on the reader's access, so these rows are built in SQL.
  const isApart = ({ before, task }: ChangedTask): boolean =>
    parents.has(task.id) || task.parentId !== null || hasLists(before.custom) || hasLists(task.custom);
  for (const { before, task } of changed.filter((one) => !isApart(one)))
    command.put('task', task.id, before, task, workScope(task.projectId), workScope(before.projectId));
  for (const [prevScope, group] of Map.groupBy(changed.filter(isApart), (one) =>
    workScope(one.before.projectId),
  )) {
    const ids = group.map(({ task }) => task.id);
    for (const [at, { before, task }] of group.entries()) {
      const rows = at === 0 ? putRows(teamId, sql`t.id = any (${ids}::uuid[])`, prevScope) : null;
      command.putAs('task', task.id, before, task, rows);
    }
  }
  for (const { before, task } of changed)
    logParents(command, task.id, { before: before.parentId, after: task.parentId });
  const moved = changed.filter(({ before, task }) => task.projectId !== before.projectId);
  if (moved.length > 0) logMoves(command, moved);
}

function logMoves(command: Command, moved: readonly ChangedTask[]): void {
  const { teamId } = command;
  const movedIds = moved.map(({ task }) => task.id);
  // The move changes who may see the moved tasks as parents, and the links to them from other tasks.
  command.logMany(putRows(teamId, referencingTasks(teamId, sql`select unnest(${movedIds}::uuid[])`)));
  command.logMany(putMovedRelationRows(teamId, movedIds));
  for (const group of Map.groupBy(
    moved,
    ({ before, task }) => `${before.projectId} ${task.projectId}`,
  ).values()) {
    const [one] = group;
    if (one === undefined) continue;
    const ids = group.map(({ task }) => task.id);
    const [to, from] = [workScope(one.task.projectId), workScope(one.before.projectId)];
    command.logMany(movedComments(teamId, ids, to, from));
    command.logMany(putTimeRows(teamId, sql`t.id = any (${ids}::uuid[])`, from));
    command.logMany(putItemRows(teamId, sql`t.id = any (${ids}::uuid[])`, from));
    command.logMany(putAttachmentRows(teamId, sql`t.id = any (${ids}::uuid[])`, from));
  }
}
