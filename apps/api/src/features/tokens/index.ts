import { addAccountPart } from '#features/auth/index.ts';
import { OF_NOBODY } from '#platform/audit/index.ts';
import { withSystem, withUser } from '#platform/db/index.ts';
import type { App, Feature } from '#platform/feature.ts';
import { deleteTokens, findLiveTokens } from './tokens.queries.ts';
import { bindTokens } from './tokens.routes.ts';
import { listAllTokens, revokeTokens } from './tokens.service.ts';
import { authenticateToken, explainTokenRefusal } from './use-token.ts';

export { explainTokenRefusal } from './use-token.ts';

/** API tokens: programs act on behalf of a user, limited by the token's scopes and the user's current permissions. */
export async function tokens(app: App): Promise<Feature> {
  // Revoke the tokens as well: signing out everywhere suggests a leaked credential.
  app.events.on('person.signedOutEverywhere', async (userId) => {
    await revokeTokens(app, { userId, from: OF_NOBODY }, null);
  });
  addAccountPart(app, {
    export: async (userId) => ({ tokens: await listAllTokens(app, userId) }),
    purge: async ({ id: userId }) => {
      await withUser(app.db, { userId }, (tx) => deleteTokens(tx, userId));
    },
  });
  return {
    name: 'tokens',
    bindings: bindTokens(app),
    access: {
      authenticateToken: (secret) => authenticateToken(app, secret),
      explainTokenRefusal,
      findLiveTokens: (ids) =>
        withSystem(app.db, (tx) => findLiveTokens(tx, ids, app.clock.now()), { isReadOnly: true }),
    },
  };
}
