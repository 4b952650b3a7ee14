import { sql } from 'kysely';
import { lockArchiving } from '#features/projects/index.ts';
import type { Command } from '#platform/commands/index.ts';
import { projectArchived } from '#platform/errors.ts';

/**
 * Locks the project of a task against being archived or unarchived. Take it before any other lock, as projects
 * come first in the lock order. @returns whether it is archived
 */
export async function isArchivedWork({ tx, teamId }: Command, taskId: string): Promise<boolean> {
  const projectId = sql`(select project_id from tasks where team_id = ${teamId} and id = ${taskId})`;
  return await lockArchiving(tx, projectId);
}

/**
 * Locks the project of a task.
 * @throws AppError PROJECT_ARCHIVED if it is archived
 */
export async function assertTaskNotArchived(command: Command, taskId: string): Promise<void> {
  if (await isArchivedWork(command, taskId)) throw projectArchived();
}

/** The same for a project; null = no project. @throws AppError PROJECT_ARCHIVED */
export async function assertProjectNotArchived({ tx }: Command, projectId: string | null): Promise<void> {
  if (await lockArchiving(tx, sql`${projectId}::uuid`)) throw projectArchived();
}
