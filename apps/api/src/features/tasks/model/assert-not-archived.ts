import { sql } from 'kysely';
import { lockArchiving } from '#features/projects/index.ts';
import type { Command } from '#platform/commands/index.ts';
import { projectArchived } from '#platform/errors.ts';

/**
 * Locks the project that a task lies in against being archived or unarchived; before any other lock, as
 * projects come first. @returns whether it is archived
 */
export async function isArchivedWork({ tx, teamId }: Command, taskId: string): Promise<boolean> {
  const projectId = sql`(select project_id from tasks where team_id = ${teamId} and id = ${taskId})`;
  return await lockArchiving(tx, projectId);
}

/**
 * Locks its project.
 * @throws AppError PROJECT_ARCHIVED if the task lies in an archived one
 */
export async function assertTaskNotArchived(command: Command, taskId: string): Promise<void> {
  if (await isArchivedWork(command, taskId)) throw projectArchived();
}

/** The same of a project; null = what lies in none. @throws AppError PROJECT_ARCHIVED */
export async function assertProjectNotArchived({ tx }: Command, projectId: string | null): Promise<void> {
  if (await lockArchiving(tx, sql`${projectId}::uuid`)) throw projectArchived();
}
