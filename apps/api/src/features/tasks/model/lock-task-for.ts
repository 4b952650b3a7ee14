import { sql } from 'kysely';
import type { Actor, WorkAction } from '@hearth/contracts/permissions/permissions';
import type { Command } from '#platform/commands/index.ts';
import { notFound, projectArchived } from '#platform/errors.ts';
import { assertStillMay } from './task-rights.ts';

interface LockedTask {
  projectId: string | null;
  createdBy: string | null;
  /** The id of the cover, which may be a file that has been removed from the task. */
  coverId: string | null;
}

/**
 * Locks the project of a live task against archiving, then the task against moves, deletion and changes to its watchers, while its
 * comments, files or checklist change.
 * @throws AppError PROJECT_ARCHIVED, NOT_FOUND, or FORBIDDEN if the actor may not perform the action (or may no longer perform it)
 */
export async function lockTaskFor(
  command: Command,
  { taskId, actor }: { taskId: string; actor: Actor },
  action: WorkAction,
): Promise<LockedTask> {
  const { tx, teamId } = command;
  // The condition on `project` makes its lock the first one.
  const { rows } = await sql<LockedTask & { isArchived: boolean }>`
    with project as materialized (
      select archived_at from projects where team_id = ${teamId} and deleted_at is null
        and id = (select project_id from tasks where team_id = ${teamId} and id = ${taskId}) for key share
    )
    select project_id as "projectId", created_by as "createdBy", cover_id as "coverId",
      coalesce((select archived_at is not null from project), false) as "isArchived"
    from tasks where team_id = ${teamId} and id = ${taskId} and deleted_at is null and (select count(*) from project) >= 0
    for no key update`.execute(tx);
  const [locked] = rows;
  if (locked === undefined) throw notFound('This task');
  const { isArchived, ...task } = locked;
  if (isArchived) throw projectArchived();
  assertStillMay(actor, action, task);
  return task;
}
