import { sql } from 'kysely';
import type { AccountPart } from '#features/auth/index.ts';
import { withTeam, withUser } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';

/**
 * Removes a user's name from the index with their account. The index also follows when they leave a team, but the promised deletion does
 * not wait for that.
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
