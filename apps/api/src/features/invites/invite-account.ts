import type { AccountPart } from '#features/auth/index.ts';
import { withSystem } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import { eraseAddress } from './invites.queries.ts';
import { deleteTurnedAwayOf } from './turned-away.queries.ts';

/** The part of an account with the invites to the user's address and the user's joins denied by full teams. */
export function createInvitePart(app: App): AccountPart {
  return {
    purge: async ({ id, email }) => {
      await withSystem(app.db, async (tx) => {
        await eraseAddress(tx, email, app.clock.now());
        await deleteTurnedAwayOf(tx, id);
      });
    },
  };
}
