import { sql } from 'kysely';
import { lockArchiving } from '#features/projects/index.ts';
import type { Command } from '#platform/commands/index.ts';
import { projectArchived } from '#platform/errors.ts';

/**
 * Locks the project of a task against being archived or unarchived. Call it before locking the task, because projects precede tasks in the
 * lock order.
 * @returns whether the project is archived
 */
export async function isArchivedWork({ tx, teamId }: Command, taskId: string): Promise<boolean> {
  const projectId = sql`(select project_id from tasks where team_id = ${teamId} and id = ${taskId})`;
  return await lockArchiving(tx, projectId);
}

/**
 * Locks the project of a task and asserts that it is not archived.
 * @throws AppError PROJECT_ARCHIVED
 */
export async function assertTaskNotArchived(command: Command, taskId: string): Promise<void> {
  if (await isArchivedWork(command, taskId)) throw projectArchived();
}

/**
 * Locks a project and asserts that it is not archived.
 * @param projectId null for tasks without a project
 * @throws AppError PROJECT_ARCHIVED
 */
export async function assertProjectNotArchived({ tx }: Command, projectId: string | null): Promise<void> {
  if (await lockArchiving(tx, sql`${projectId}::uuid`)) throw projectArchived();
}
