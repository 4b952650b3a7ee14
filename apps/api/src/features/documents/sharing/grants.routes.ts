import { documentsRoutes } from '@hearth/contracts/documents/documents';
import { bindCommand } from '#platform/commands/index.ts';
import { readTeam } from '#platform/db/index.ts';
import { bind, type App, type Binding, type Caller } from '#platform/feature.ts';
import { decodeCursor, invalidCursor, toPage } from '#platform/http/paging.ts';
import { toUuid } from '#platform/uuid.ts';
import { listGrants } from './grants.queries.ts';
import { grantDocument, revokeGrant } from './grants.service.ts';

/** Binds the routes for people's own access to a document. */
export function bindGrants(app: App): Binding[] {
  const onDocument = ({ teamId, actor, object }: Caller) => ({ teamId, actor, documentId: object.id });
  return [
    bind('documents.grants', documentsRoutes, async ({ caller, query }) => {
      const { object } = caller;
      const after = decodeGrantCursor(query.cursor);
      const rows = await readTeam(app.db, { teamId: caller.teamId, userId: caller.actor.userId }, (tx) =>
        listGrants(tx, object.access?.ids ?? [], { after, limit: query.limit }),
      );
      const page = toPage(rows, query.limit, (row) => [row.documentId, row.userId]);
      return { grants: page.rows, nextCursor: page.nextCursor };
    }),
    bindCommand('documents.grant', documentsRoutes, async ({ caller, params, body, key }) => {
      const on = { ...onDocument(caller), granteeId: params.userId };
      return await grantDocument(app, on, body.level, key);
    }),
    bindCommand('documents.revokeGrant', documentsRoutes, async ({ caller, params, key }) => {
      const on = { ...onDocument(caller), granteeId: params.userId };
      return await revokeGrant(app, on, key);
    }),
  ];
}

function decodeGrantCursor(cursor: string | undefined): { documentId: string; userId: string } | null {
  const key = decodeCursor(cursor, 2);
  if (key === null) return null;
  const [documentId, userId] = key.map(toUuid);
  if (documentId == null || userId == null) throw invalidCursor();
  return { documentId, userId };
}
