import { sql } from 'kysely';
import { lockArchiving } from '#features/projects/index.ts';
import type { Command } from '#platform/commands/index.ts';
import { projectArchived } from '#platform/errors.ts';

/**
 * Holds the project that a task lies in against being archived or brought back; before anything else of it is held, as
 * projects come first. @returns whether it is archived
 */
export async function isArchivedWork({ tx, teamId }: Command, taskId: string): Promise<boolean> {
  const projectId = sql`(select project_id from tasks where team_id = ${teamId} and id = ${taskId})`;
  return await lockArchiving(tx, teamId, projectId);
}

/** @throws AppError PROJECT_ARCHIVED unless the task lies in no archived project, which then stays so */
export async function assertTaskNotArchived(command: Command, taskId: string): Promise<void> {
  if (await isArchivedWork(command, taskId)) throw projectArchived();
}

/** The same of a project; null = what lies in none. @throws AppError PROJECT_ARCHIVED */
export async function assertProjectNotArchived(
  { tx, teamId }: Command,
  projectId: string | null,
): Promise<void> {
  if (await lockArchiving(tx, teamId, sql`${projectId}::uuid`)) throw projectArchived();
}
