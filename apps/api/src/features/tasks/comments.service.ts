import type { Comment } from '@hearth/contracts/tasks';
import { runCommand, workScope, type Asked, type CommandResult } from '#platform/commands/index.ts';
import { notFound } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import { holdTaskForComment, insertComment } from './comments.queries.ts';

export async function createComment(
  app: App,
  on: { teamId: string; userId: string; taskId: string },
  body: { id?: string | undefined; body: string },
  asked: Asked,
): Promise<CommandResult<{ comment: Comment }>> {
  return await runCommand(app, { ...on, asked }, async (command) => {
    const task = await holdTaskForComment(command.tx, on.teamId, on.taskId);
    if (task === undefined) throw notFound('This task');
    const comment: Comment = {
      id: body.id ?? command.newId(),
      taskId: on.taskId,
      body: body.body,
      createdBy: on.userId,
      createdAt: command.now.toISOString(),
    };
    await insertComment(command.tx, on.teamId, comment);
    command.put('comment', comment.id, null, comment, workScope(task.projectId));
    return { comment };
  });
}
