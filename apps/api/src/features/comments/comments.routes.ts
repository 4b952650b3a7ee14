import type { z } from 'zod';
import type { RouteSpec } from '@hearth/contracts/core/route';
import { visibleTo } from '#features/projects/index.ts';
import { requestKeyOf, setSeqHeader, type CommandResult } from '#platform/commands/index.ts';
import { commitWith, withTeam, type TeamTx } from '#platform/db/index.ts';
import { notFound } from '#platform/errors.ts';
import { bindRoute, type App, type Binding, type Caller } from '#platform/feature.ts';
import { decodePastCursor, decodeTimeCursor, toPage } from '#platform/http/paging.ts';
import type { CommentKind } from './comment-kind.ts';
import { listComments, listEarlierTexts } from './comment-rows.queries.ts';
import { isThere } from './comments.queries.ts';
import {
  changeComment,
  createComment,
  deleteComment,
  react,
  restoreComment,
  unreact,
} from './comments.service.ts';

type PageQuery = { query: z.ZodType<{ cursor?: string | undefined; limit: number }> };
type OfComment = { params: z.ZodType<{ commentId: string }> };
type OfReaction = { params: z.ZodType<{ commentId: string; emoji: string }> };
type NewComment = { id?: string | undefined; body: string; parentId?: string | null | undefined };

/** Routes for the comments on one kind of object. Each path contains the object's id. */
interface CommentRoutes {
  list: RouteSpec & PageQuery;
  add: RouteSpec & { body: z.ZodType<NewComment> };
  change: RouteSpec & OfComment & { body: z.ZodType<{ body: string }> };
  remove: RouteSpec & OfComment;
  restore: RouteSpec & OfComment;
  past: RouteSpec & OfComment & PageQuery;
  react: RouteSpec & OfReaction;
  unreact: RouteSpec & OfReaction;
}

/** Binds the routes for the comments on one kind of object. */
export function bindComments(app: App, kind: CommentKind, routes: CommentRoutes): Binding[] {
  /** Runs a single statement in a read-only transaction. */
  async function read<T>(caller: Caller, query: (tx: TeamTx) => Promise<T>): Promise<T> {
    const who = { teamId: caller.teamId, userId: caller.actor.userId };
    return await withTeam(app.db, who, (tx) => commitWith(() => query(tx)), { isReadOnly: true });
  }
  const onSubject = ({ teamId, actor, object }: Caller) => ({ teamId, actor, subjectId: object.id });
  const onComment = (caller: Caller, { commentId }: { commentId: string }) => ({
    ...onSubject(caller),
    commentId,
  });
  const answer = <T>(reply: Parameters<typeof setSeqHeader>[0], result: CommandResult<T>): T => {
    setSeqHeader(reply, result);
    return result.value;
  };

  return [
    bindRoute(routes.list, async ({ caller, query }) => {
      const after = decodeTimeCursor(query.cursor);
      const rows = await read(caller, (tx) =>
        listComments(tx, kind, onSubject(caller).subjectId, { after, limit: query.limit }),
      );
      const page = toPage(rows, query.limit, (row) => [row.createdAt, row.id]);
      return { comments: page.rows, nextCursor: page.nextCursor };
    }),
    bindRoute(routes.add, async ({ caller, body, request, reply }) =>
      answer(
        reply,
        await createComment(app, kind, onSubject(caller), body, requestKeyOf(request, body, 201)),
      ),
    ),
    bindRoute(routes.change, async ({ caller, params, body, request, reply }) =>
      answer(
        reply,
        await changeComment(app, kind, onComment(caller, params), body, requestKeyOf(request, body, 200)),
      ),
    ),
    bindRoute(routes.remove, async ({ caller, params, request, reply }) => {
      setSeqHeader(
        reply,
        await deleteComment(app, kind, onComment(caller, params), requestKeyOf(request, null, 204)),
      );
    }),
    bindRoute(routes.restore, async ({ caller, params, request, reply }) =>
      answer(
        reply,
        await restoreComment(app, kind, onComment(caller, params), requestKeyOf(request, null, 200)),
      ),
    ),
    bindRoute(routes.past, async ({ caller, params, query }) => {
      const before = decodePastCursor(query.cursor);
      const on = onComment(caller, params);
      const rows = await withTeam(
        app.db,
        { teamId: on.teamId, userId: caller.actor.userId },
        async (tx) => {
          if (!(await isThere(tx, kind.tables, on))) throw notFound('This comment');
          return await commitWith(() =>
            listEarlierTexts(tx, kind, on, visibleTo(caller.actor), { before, limit: query.limit }),
          );
        },
        { isReadOnly: true },
      );
      const page = toPage(rows, query.limit, (row) => row.id.split('.'));
      return { texts: page.rows, nextCursor: page.nextCursor };
    }),
    bindRoute(routes.react, async ({ caller, params, request, reply }) =>
      answer(
        reply,
        await react(app, kind, onComment(caller, params), params.emoji, requestKeyOf(request, null, 200)),
      ),
    ),
    bindRoute(routes.unreact, async ({ caller, params, request, reply }) =>
      answer(
        reply,
        await unreact(app, kind, onComment(caller, params), params.emoji, requestKeyOf(request, null, 200)),
      ),
    ),
  ];
}
