import { sql } from 'kysely';
import { lockSamples } from '#features/projects/index.ts';
import type { Command } from '#platform/commands/index.ts';
import type { Listeners } from '#platform/events.ts';
import { putAttachmentRows } from '#features/tasks/attachments/task-attachments.queries.ts';
import { putItemRows } from '#features/tasks/checklists/checklist.queries.ts';
import { turnLater } from '#features/tasks/cycles/cycle-jobs.ts';
import { deleteCycleRows, putCycleRows } from '#features/tasks/cycles/cycles.queries.ts';
import { deleteMilestoneRows, putMilestoneRows } from '#features/tasks/milestones/milestones.queries.ts';
import { deleteRelationRows, putRelationRows, touches } from '#features/tasks/relations/relations.queries.ts';
import { logParentsOfRestored, logParentsOfTrashed } from '#features/tasks/sub-tasks/log-parents.ts';
import { endTimers } from '#features/tasks/time-tracking/time.queries.ts';
import { acceptAll } from '#features/tasks/triage/triage.queries.ts';
import { restoreTasksOf, trashTasksOf } from '#features/tasks/trash/task-trash.queries.ts';
import { deleteRows, referencingTasks, putRows } from '#features/tasks/model/task-log.queries.ts';

/** Changes the task counter, unless the project is a sample. The tasks of a sample do not count. */
async function count(command: Command, projectId: string, delta: number): Promise<void> {
  const samples = await lockSamples(command.tx, [projectId]);
  if (!samples.has(projectId)) command.count('tasks', delta);
}

/** Cascades project events to the project's tasks, within the same command. */
export const projectTasks: Partial<Listeners> = {
  async 'project.trashed'(command, projectId) {
    await count(command, projectId, -(await trashTasksOf(command, projectId)));
    await endTimers(command, sql`t.deleted_with = ${projectId}`);
    command.logMany(deleteRows(command.teamId, sql`t.deleted_with = ${projectId}`));
    const trashed = sql`select id from tasks where team_id = ${command.teamId} and deleted_with = ${projectId}`;
    command.logMany(putRows(command.teamId, referencingTasks(command.teamId, trashed)));
    command.logMany(deleteRelationRows(command.teamId, touches(trashed)));
    logParentsOfTrashed(command, trashed);
    command.logMany(deleteMilestoneRows(command.teamId, sql`m.project_id = ${projectId}`));
    command.logMany(deleteCycleRows(command.teamId, sql`c.project_id = ${projectId}`));
  },
  async 'project.restored'(command, projectId) {
    await count(command, projectId, await restoreTasksOf(command, projectId));
    command.logMany(putMilestoneRows(command.teamId, sql`m.project_id = ${projectId}`));
    command.logMany(putCycleRows(command.teamId, sql`c.project_id = ${projectId}`));
    await turnLater(command, projectId);
    command.logMany(putRows(command.teamId, sql`t.project_id = ${projectId} and t.deleted_at is null`));
    const back = sql`select id from tasks where team_id = ${command.teamId} and project_id = ${projectId}`;
    command.logMany(putRows(command.teamId, referencingTasks(command.teamId, back)));
    command.logMany(putItemRows(command.teamId, sql`t.project_id = ${projectId}`));
    command.logMany(putAttachmentRows(command.teamId, sql`t.project_id = ${projectId}`));
    command.logMany(putRelationRows(command.teamId, touches(back)));
    logParentsOfRestored(command, sql`${back} and deleted_at is null`);
  },
  async 'project.cyclesPlanned'(command, projectId) {
    await turnLater(command, projectId);
  },
  async 'project.triageTurnedOff'(command, projectId) {
    await acceptAll(command, projectId);
  },
  async 'project.keyChanged'(command, project) {
    command.logMany(putRows(command.teamId, sql`t.project_id = ${project.id} and t.deleted_at is null`));
  },
};
