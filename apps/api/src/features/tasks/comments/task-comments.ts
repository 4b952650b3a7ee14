import { commentsRoutes } from '@hearth/contracts/comments/comments';
import { bindComments, type CommentKind } from '#features/comments/index.ts';
import { visibleTo } from '#features/projects/index.ts';
import { findRoute, type App, type Binding } from '#platform/feature.ts';
import { lockTaskFor } from '#features/tasks/model/lock-task-for.ts';
import { describeForAudit } from '#features/tasks/model/task-audit.ts';
import { findTask } from '#features/tasks/model/tasks.queries.ts';
import { joinWatchers } from '#features/tasks/watchers/watchers.service.ts';

/** Defines comments on tasks. */
export const taskComments: CommentKind = {
  thing: 'task',
  subject: 'task',
  entity: 'comment',
  field: 'taskId',
  tables: { comments: 'task_comments', reactions: 'comment_reactions', subject: 'task_id' },
  action: 'task.comment',
  lock: lockTaskFor,
  follow: joinWatchers,
  async describeForAudit(command, { subjectId, actor }) {
    const task = await findTask(command.tx, subjectId, visibleTo(actor));
    return task === null ? null : await describeForAudit(command, task);
  },
};

export function bindTaskComments(app: App): Binding[] {
  return bindComments(app, taskComments, {
    list: findRoute('tasks.comments', commentsRoutes),
    add: findRoute('tasks.comment', commentsRoutes),
    change: findRoute('comments.update', commentsRoutes),
    remove: findRoute('comments.delete', commentsRoutes),
    restore: findRoute('comments.restore', commentsRoutes),
    past: findRoute('comments.history', commentsRoutes),
    react: findRoute('comments.react', commentsRoutes),
    unreact: findRoute('comments.unreact', commentsRoutes),
  });
}
