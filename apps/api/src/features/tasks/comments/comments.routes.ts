import { commentsRoutes } from '@hearth/contracts/comments/comments';
import { visibleTo } from '#features/projects/index.ts';
import { requestKeyOf, setSeqHeader, type CommandResult } from '#platform/commands/index.ts';
import { commitWith, withTeam, type TeamTx } from '#platform/db/index.ts';
import { notFound } from '#platform/errors.ts';
import { bind, type App, type Binding, type Caller } from '#platform/feature.ts';
import { decodeTimeCursor, toPage } from '#platform/http/paging.ts';
import { isThere, listComments, listEarlierTexts } from './comments.queries.ts';
import {
  changeComment,
  createComment,
  deleteComment,
  react,
  restoreComment,
  unreact,
} from './comments.service.ts';
import { decodePastCursor } from '#platform/http/paging.ts';

export function bindComments(app: App): Binding[] {
  /** Reads with one statement. */
  async function read<T>(caller: Caller, query: (tx: TeamTx) => Promise<T>): Promise<T> {
    const who = { teamId: caller.teamId, userId: caller.actor.userId };
    return await withTeam(app.db, who, (tx) => commitWith(() => query(tx)), { isReadOnly: true });
  }
  const onTask = ({ teamId, actor, object }: Caller) => ({ teamId, actor, taskId: object.id });
  const onComment = (caller: Caller, { commentId }: { commentId: string }) => ({
    ...onTask(caller),
    commentId,
  });
  const answer = <T>(reply: Parameters<typeof setSeqHeader>[0], result: CommandResult<T>): T => {
    setSeqHeader(reply, result);
    return result.value;
  };

  return [
    bind('tasks.comments', commentsRoutes, async ({ caller, query }) => {
      const after = decodeTimeCursor(query.cursor);
      const rows = await read(caller, (tx) =>
        listComments(tx, caller.teamId, caller.object.id, { after, limit: query.limit }),
      );
      const page = toPage(rows, query.limit, (row) => [row.createdAt, row.id]);
      return { comments: page.rows, nextCursor: page.nextCursor };
    }),
    bind('tasks.comment', commentsRoutes, async ({ caller, body, request, reply }) =>
      answer(reply, await createComment(app, onTask(caller), body, requestKeyOf(request, body, 201))),
    ),
    bind('comments.update', commentsRoutes, async ({ caller, params, body, request, reply }) =>
      answer(
        reply,
        await changeComment(app, onComment(caller, params), body, requestKeyOf(request, body, 200)),
      ),
    ),
    bind('comments.delete', commentsRoutes, async ({ caller, params, request, reply }) => {
      setSeqHeader(
        reply,
        await deleteComment(app, onComment(caller, params), requestKeyOf(request, null, 204)),
      );
    }),
    bind('comments.restore', commentsRoutes, async ({ caller, params, request, reply }) =>
      answer(reply, await restoreComment(app, onComment(caller, params), requestKeyOf(request, null, 200))),
    ),
    bind('comments.history', commentsRoutes, async ({ caller, params, query }) => {
      const before = decodePastCursor(query.cursor);
      const on = onComment(caller, params);
      const rows = await withTeam(
        app.db,
        { teamId: on.teamId, userId: caller.actor.userId },
        async (tx) => {
          if (!(await isThere(tx, on))) throw notFound('This comment');
          return await commitWith(() =>
            listEarlierTexts(tx, on, visibleTo(caller.actor), { before, limit: query.limit }),
          );
        },
        { isReadOnly: true },
      );
      const page = toPage(rows, query.limit, (row) => row.id.split('.'));
      return { texts: page.rows, nextCursor: page.nextCursor };
    }),
    bind('comments.react', commentsRoutes, async ({ caller, params, request, reply }) =>
      answer(
        reply,
        await react(app, onComment(caller, params), params.emoji, requestKeyOf(request, null, 200)),
      ),
    ),
    bind('comments.unreact', commentsRoutes, async ({ caller, params, request, reply }) =>
      answer(
        reply,
        await unreact(app, onComment(caller, params), params.emoji, requestKeyOf(request, null, 200)),
      ),
    ),
  ];
}
