import type { AccountPart } from '#features/auth/index.ts';
import { withSystem } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import { deleteRequestsBy, listRequestsBy } from './support.queries.ts';

/** Exports a user's support requests, open and closed, as personal data, and deletes them with the account. */
export function createSupportPart(app: App): AccountPart {
  return {
    async export(userId) {
      const rows = await withSystem(app.db, (tx) => listRequestsBy(tx, userId), { isReadOnly: true });
      return {
        supportRequests: rows.map((row) => ({
          teamId: row.team_id,
          id: row.id,
          subject: row.subject,
          message: row.message,
          createdAt: row.created_at.toISOString(),
          closedAt: row.closed_at?.toISOString() ?? null,
        })),
      };
    },
    purge: async ({ id }) => await withSystem(app.db, (tx) => deleteRequestsBy(tx, id)),
  };
}
