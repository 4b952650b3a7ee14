import { msg } from '@lingui/core/macro';
import { defineCommentKind } from '#features/comments/index.ts';
import { call } from '#platform/api/api-client.ts';

/** Configures comments for tasks. */
export const taskComments = defineCommentKind(
  {
    entity: 'comment',
    field: 'taskId',
    action: 'task.comment',
    path: '/teams/{teamId}/tasks/{taskId}/comments',
    messages: {
      unseeing: msg`Can’t see this task`,
      cannotSeeMessage: (person) => msg`${person.name} can’t see this task.`,
      notSentMessage: (names) =>
        msg`Not sent: ${names} can’t see this task. Give them access to its project or remove the mention.`,
    },
    async fetchPage({ teamId, subjectId: taskId }, query) {
      const { comments, nextCursor } = await call('GET /teams/{teamId}/tasks/{taskId}/comments', {
        params: { teamId, taskId },
        query,
      });
      return { rows: comments, nextCursor };
    },
    async fetchEarlier({ teamId, subjectId: taskId, commentId }, signal) {
      const { texts } = await call('GET /teams/{teamId}/tasks/{taskId}/comments/{commentId}/history', {
        params: { teamId, taskId, commentId },
        query: { limit: 200 },
        signal,
      });
      return texts;
    },
  },
  { remove: 'delete comment', restore: 'restore comment', react: 'set reaction' },
);
