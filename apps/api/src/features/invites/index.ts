import type { App, Feature } from '#platform/feature.ts';
import { findInvite } from './invites.queries.ts';
import { bindInvites } from './invites.routes.ts';

export async function invites(app: App): Promise<Feature> {
  return {
    name: 'invites',
    bindings: bindInvites(app),
    exists: {
      invite: async (tx, teamId, id) => {
        const row = await findInvite(tx, teamId, id);
        return row !== null && row.revoked_at === null;
      },
    },
  };
}
