import { addAccountPart } from '#features/auth/index.ts';
import type { App, Feature } from '#platform/feature.ts';
import { createInvitePart } from './invite-account.ts';
import { expireAllBy, findInvite } from './invites.queries.ts';
import { bindInviteMail } from './invites.jobs.ts';
import { bindInvites } from './invites.routes.ts';
import { bindTurnedAway } from './turned-away.ts';

export async function invites(app: App): Promise<Feature> {
  addAccountPart(app, createInvitePart(app));
  app.events.on('member.removed', ({ tx, now }, userId) => expireAllBy(tx, userId, now));
  return {
    name: 'invites',
    bindings: bindInvites(app),
    jobs: [bindInviteMail(app), ...bindTurnedAway(app)],
    exists: {
      invite: async (tx, id) => {
        const row = await findInvite(tx, id);
        return row !== null && row.revoked_at === null;
      },
    },
  };
}
