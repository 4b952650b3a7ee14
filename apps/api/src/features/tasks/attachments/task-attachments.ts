import { sql } from 'kysely';
import { attachmentRoutes } from '@hearth/contracts/attachments/attachments';
import { bindAttachments, type AttachmentKind } from '#features/attachments/index.ts';
import type { Command } from '#platform/commands/index.ts';
import { findRoute, type App, type Binding } from '#platform/feature.ts';
import { lockTaskFor } from '#features/tasks/model/lock-task-for.ts';
import { putRows } from '#features/tasks/model/task-log.queries.ts';
import { TASK_FILES } from './task-attachments.queries.ts';

/** Defines attachments of tasks. One image of a task may be its cover. */
export const taskAttachments: AttachmentKind = {
  ...TASK_FILES,
  thing: 'task',
  subject: 'task',
  entity: 'attachment',
  async lock(command, { subjectId, actor }) {
    const task = await lockTaskFor(command, { taskId: subjectId, actor }, 'task.update');
    return {
      projectId: task.projectId,
      publishRelated(attachmentId, isPresent) {
        if (task.coverId === attachmentId) logCover(command, subjectId, attachmentId, isPresent);
      },
    };
  },
};

/** Logs that deleting a file removed the cover of a task, or that restoring the file brought it back. */
function logCover(command: Command, taskId: string, coverId: string, isPresent: boolean): void {
  command.logMany(putRows(command.teamId, sql`t.id = ${taskId}`));
  const [old, now] = isPresent ? [null, coverId] : [coverId, null];
  command.remember({ entity: 'task', entityId: taskId, field: 'coverId', old, new: now });
}

export function bindTaskAttachments(app: App): Binding[] {
  return bindAttachments(app, taskAttachments, {
    list: findRoute('attachments.list', attachmentRoutes),
    create: findRoute('attachments.create', attachmentRoutes),
    update: findRoute('attachments.update', attachmentRoutes),
    remove: findRoute('attachments.delete', attachmentRoutes),
    restore: findRoute('attachments.restore', attachmentRoutes),
    file: findRoute('attachments.file', attachmentRoutes),
    preview: findRoute('attachments.preview', attachmentRoutes),
  });
}
