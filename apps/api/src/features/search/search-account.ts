import { sql } from 'kysely';
import type { AccountPart } from '#features/auth/index.ts';
import { withTeam, withUser } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';

/**
 * Removes a user's name from the index when their account is deleted. The index is also updated when the user leaves a team, but the
 * deletion must not depend on that.
 */
export function createSearchPart(app: App): AccountPart {
  return {
    async purge({ id: userId }) {
      const memberships = await withUser(
        app.db,
        { userId },
        (tx) => tx.selectFrom('memberships').select('team_id').where('user_id', '=', userId).execute(),
        { isReadOnly: true },
      );
      for (const { team_id: teamId } of memberships) {
        await withTeam(app.db, { teamId, userId: null }, (tx) =>
          sql`
            delete from search_entries
            where team_id = ${teamId} and kind = 'person' and id = ${userId}`.execute(tx),
        );
      }
    },
  };
}
