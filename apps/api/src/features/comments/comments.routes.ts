import type { z } from 'zod';
import type { RouteSpec } from '@hearth/contracts/core/route';
import { visibleTo } from '#features/projects/index.ts';
import { bindCommandRoute } from '#platform/commands/index.ts';
import { commitWith, withTeam, type TeamTx } from '#platform/db/index.ts';
import { notFound } from '#platform/errors.ts';
import { bindRoute, type App, type Binding, type Caller } from '#platform/feature.ts';
import { decodePastCursor, decodeTimeCursor, toPage } from '#platform/http/paging.ts';
import type { CommentKind } from './comment-kind.ts';
import { listComments, listEarlierTexts } from './comment-rows.queries.ts';
import { subjectExists } from './comments.queries.ts';
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

  return [
    bindRoute(routes.list, async ({ caller, query }) => {
      const after = decodeTimeCursor(query.cursor);
      const rows = await read(caller, (tx) =>
        listComments(tx, kind, onSubject(caller).subjectId, { after, limit: query.limit }),
      );
      const page = toPage(rows, query.limit, (row) => [row.createdAt, row.id]);
      return { comments: page.rows, nextCursor: page.nextCursor };
    }),
    bindCommandRoute(routes.add, ({ caller, body, key }) =>
      createComment(app, kind, onSubject(caller), body, key),
    ),
    bindCommandRoute(routes.change, ({ caller, params, body, key }) =>
      changeComment(app, kind, onComment(caller, params), body, key),
    ),
    bindCommandRoute(routes.remove, ({ caller, params, key }) =>
      deleteComment(app, kind, onComment(caller, params), key),
    ),
    bindCommandRoute(routes.restore, ({ caller, params, key }) =>
      restoreComment(app, kind, onComment(caller, params), key),
    ),
    bindRoute(routes.past, async ({ caller, params, query }) => {
      const before = decodePastCursor(query.cursor);
      const on = onComment(caller, params);
      const rows = await withTeam(
        app.db,
        { teamId: on.teamId, userId: caller.actor.userId },
        async (tx) => {
          if (!(await subjectExists(tx, kind.tables, on))) throw notFound('This comment');
          return await commitWith(() =>
            listEarlierTexts(tx, kind, on, visibleTo(caller.actor), { before, limit: query.limit }),
          );
        },
        { isReadOnly: true },
      );
      const page = toPage(rows, query.limit, (row) => row.id.split('.'));
      return { texts: page.rows, nextCursor: page.nextCursor };
    }),
    bindCommandRoute(routes.react, ({ caller, params, key }) =>
      react(app, kind, onComment(caller, params), params.emoji, key),
    ),
    bindCommandRoute(routes.unreact, ({ caller, params, key }) =>
      unreact(app, kind, onComment(caller, params), params.emoji, key),
    ),
  ];
}
