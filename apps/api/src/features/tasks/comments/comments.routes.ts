import { commentsRoutes } from '@hearth/contracts/comments/comments';
import { visibleTo } from '#features/projects/index.ts';
import { bindCommand } from '#platform/commands/index.ts';
import { commitWith, readTeam } from '#platform/db/index.ts';
import { notFound } from '#platform/errors.ts';
import { bind, type App, type Binding, type Caller } from '#platform/feature.ts';
import { decodePastCursor, decodeTimeCursor, toPage } from '#platform/http/paging.ts';
import { listComments, listEarlierTexts } from './comment-rows.queries.ts';
import { commentExists } from './comments.queries.ts';
import {
  changeComment,
  createComment,
  deleteComment,
  react,
  restoreComment,
  unreact,
} from './comments.service.ts';

export function bindComments(app: App): Binding[] {
  const onTask = ({ teamId, actor, object }: Caller) => ({ teamId, actor, taskId: object.id });
  const onComment = (caller: Caller, { commentId }: { commentId: string }) => ({
    ...onTask(caller),
    commentId,
  });

  return [
    bind('tasks.comments', commentsRoutes, async ({ caller, query }) => {
      const after = decodeTimeCursor(query.cursor);
      const { teamId, actor, object } = caller;
      const rows = await readTeam(app.db, { teamId, userId: actor.userId }, (tx) =>
        commitWith(() => listComments(tx, object.id, { after, limit: query.limit })),
      );
      const page = toPage(rows, query.limit, (row) => [row.createdAt, row.id]);
      return { comments: page.rows, nextCursor: page.nextCursor };
    }),
    bindCommand('tasks.comment', commentsRoutes, ({ caller, body, key }) =>
      createComment(app, onTask(caller), body, key),
    ),
    bindCommand('comments.update', commentsRoutes, ({ caller, params, body, key }) =>
      changeComment(app, onComment(caller, params), body, key),
    ),
    bindCommand('comments.delete', commentsRoutes, ({ caller, params, key }) =>
      deleteComment(app, onComment(caller, params), key),
    ),
    bindCommand('comments.restore', commentsRoutes, ({ caller, params, key }) =>
      restoreComment(app, onComment(caller, params), key),
    ),
    bind('comments.history', commentsRoutes, async ({ caller, params, query }) => {
      const before = decodePastCursor(query.cursor);
      const on = onComment(caller, params);
      const rows = await readTeam(app.db, { teamId: on.teamId, userId: caller.actor.userId }, async (tx) => {
        if (!(await commentExists(tx, on))) throw notFound('This comment');
        return await commitWith(() =>
          listEarlierTexts(tx, on, visibleTo(caller.actor), { before, limit: query.limit }),
        );
      });
      const page = toPage(rows, query.limit, (row) => row.id.split('.'));
      return { texts: page.rows, nextCursor: page.nextCursor };
    }),
    bindCommand('comments.react', commentsRoutes, ({ caller, params, key }) =>
      react(app, onComment(caller, params), params.emoji, key),
    ),
    bindCommand('comments.unreact', commentsRoutes, ({ caller, params, key }) =>
      unreact(app, onComment(caller, params), params.emoji, key),
    ),
  ];
}
