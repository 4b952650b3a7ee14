import type { z } from 'zod';
import type { RouteSpec } from '@hearth/contracts/core/route';
import { visibleTo } from '#features/projects/index.ts';
import { commitWith, withTeam } from '#platform/db/index.ts';
import { bindRoute, type App, type Binding } from '#platform/feature.ts';
import { decodePastCursor, toPage } from '#platform/http/paging.ts';
import { listHistory, type PastKind } from './past-lines.queries.ts';

type PageQuery = { query: z.ZodType<{ cursor?: string | undefined; limit: number }> };

/** Binds the history route of one kind, which returns changed fields, authors and previous values. */
export function bindHistory(app: App, kind: PastKind, route: RouteSpec & PageQuery): Binding {
  return bindRoute(route, async ({ caller, query }) => {
    const { teamId, actor, object } = caller;
    const { limit } = query;
    const before = decodePastCursor(query.cursor);
    const rows = await withTeam(
      app.db,
      { teamId, userId: actor.userId },
      (tx) => commitWith(() => listHistory(tx, kind, object.id, visibleTo(actor), { before, limit })),
      { isReadOnly: true },
    );
    const page = toPage(rows, limit, (row) => row.id.split('.'));
    return { changes: page.rows, nextCursor: page.nextCursor };
  });
}
