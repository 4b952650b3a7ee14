import { sql } from 'kysely';
import type { Actor, WorkAction } from '@hearth/contracts/permissions/permissions';
import type { Command } from '#platform/commands/index.ts';
import { notFound } from '#platform/errors.ts';
import { assertTaskNotArchived } from './assert-not-archived.ts';
import { assertStillMay } from './task-rights.ts';

interface LockedTask {
  projectId: string | null;
  createdBy: string | null;
  /** The id of the cover, which may be a file that has been removed from the task. */
  coverId: string | null;
}

/**
 * Locks the project of a live task against archiving, then the task against moves, deletion and changes of its watchers, while its comments
 * or files change.
 * @throws AppError PROJECT_ARCHIVED, NOT_FOUND, or FORBIDDEN if the actor may not perform the action (or may no longer perform it)
 */
export async function lockTaskFor(
  command: Command,
  { subjectId: taskId, actor }: { subjectId: string; actor: Actor },
  action: WorkAction,
): Promise<LockedTask> {
  await assertTaskNotArchived(command, taskId);
  const { rows } = await sql<LockedTask>`
    select project_id as "projectId", created_by as "createdBy", cover_id as "coverId" from tasks
    where team_id = ${command.teamId} and id = ${taskId} and deleted_at is null for no key update`.execute(
    command.tx,
  );
  const [task] = rows;
  if (task === undefined) throw notFound('This task');
  assertStillMay(actor, action, task);
  return task;
}
