import { tokensRoutes } from '@hearth/contracts/tokens/tokens';
import { provenanceOf } from '#platform/audit/index.ts';
import { withUser } from '#platform/db/index.ts';
import { notFound } from '#platform/errors.ts';
import { bind, sessionOf, type App, type Binding } from '#platform/feature.ts';
import { decodeTimeCursor, toPage } from '#platform/http/paging.ts';
import { listTokens, toApiToken } from './tokens.queries.ts';
import { makeToken, revokeTokens } from './tokens.service.ts';

export function bindTokens(app: App): Binding[] {
  return [
    bind('tokens.list', tokensRoutes, async ({ caller, query }) => {
      const { userId } = sessionOf(caller);
      const page = { after: decodeTimeCursor(query.cursor), limit: query.limit };
      const found = await withUser(app.db, { userId }, (tx) => listTokens(tx, userId, page), {
        isReadOnly: true,
      });
      const { rows, nextCursor } = toPage(found, query.limit, (row) => [
        row.created_at.toISOString(),
        row.id,
      ]);
      return { tokens: rows.map(toApiToken), nextCursor };
    }),
    bind('tokens.create', tokensRoutes, async ({ caller, body, request }) => {
      const by = { userId: sessionOf(caller).userId, from: provenanceOf(request) };
      return await makeToken(app, by, body);
    }),
    bind('tokens.revoke', tokensRoutes, async ({ caller, params, request }) => {
      const by = { userId: sessionOf(caller).userId, from: provenanceOf(request) };
      if ((await revokeTokens(app, by, params.tokenId)) === 0) throw notFound('This API token');
    }),
  ];
}
