import { publicLinksRoutes } from '@hearth/contracts/public-links/public-links';
import { bindCommand } from '#platform/commands/index.ts';
import { readTeam } from '#platform/db/index.ts';
import { bind, type App, type Binding } from '#platform/feature.ts';
import { decodeCursor, decodeTimeCursor, invalidCursor, toPage } from '#platform/http/paging.ts';
import { isOrderKey } from '#platform/order-keys.ts';
import { findLink, listLinks } from './public-links.queries.ts';
import { deletePublicLink, putPublicLink, toPublicLink } from './public-links.service.ts';
import type { ShareCursor } from './shares.queries.ts';
import { readShare, readSharedTask } from './shares.service.ts';

export function bindPublicLinks(app: App): Binding[] {
  return [
    bind('publicLinks.get', publicLinksRoutes, async ({ caller }) => {
      const { teamId, actor, object } = caller;
      const row = await readTeam(app.db, { teamId, userId: actor.userId }, (tx) => findLink(tx, object.id));
      return { publicLink: row === null ? null : toPublicLink(app, row) };
    }),
    bindCommand('publicLinks.put', publicLinksRoutes, ({ caller, body, key }) =>
      putPublicLink(app, caller, body, key),
    ),
    bindCommand('publicLinks.delete', publicLinksRoutes, ({ caller, key }) =>
      deletePublicLink(app, caller, key),
    ),
    bind('publicLinks.list', publicLinksRoutes, async ({ caller, query }) => {
      const { teamId, actor } = caller;
      const page = { after: decodeTimeCursor(query.cursor), limit: query.limit };
      const rows = await readTeam(app.db, { teamId, userId: actor.userId }, (tx) => listLinks(tx, page));
      const paged = toPage(rows, query.limit, (row) => [row.created_at.toISOString(), row.project_id]);
      return { publicLinks: paged.rows.map((row) => toPublicLink(app, row)), nextCursor: paged.nextCursor };
    }),
    bind('shares.read', publicLinksRoutes, async ({ params, query }) => {
      const page = { after: decodeShareCursor(query.cursor), limit: query.limit };
      const { project, rows } = await readShare(app, params.token, page);
      const paged = toPage(rows, query.limit, (row) => [row.status, row.position, String(row.number)]);
      return { project, tasks: paged.rows.map(({ task }) => task), nextCursor: paged.nextCursor };
    }),
    bind(
      'shares.task',
      publicLinksRoutes,
      async ({ params }) => await readSharedTask(app, params.token, params.number),
    ),
  ];
}

/** The cursor consists of sort keys and a task's number and therefore reveals no id. */
function decodeShareCursor(cursor: string | undefined): ShareCursor | null {
  const key = decodeCursor(cursor, 3);
  if (key === null) return null;
  const [status = '', position = '', number = ''] = key;
  if (!isOrderKey(status) || !isOrderKey(position) || !/^\d{1,9}$/.test(number)) throw invalidCursor();
  return { status, position, number: Number(number) };
}
