import { invitesRoutes } from '@hearth/contracts/invites/invites';
import { bindCommand } from '#platform/commands/index.ts';
import { hasRole } from '@hearth/contracts/permissions/permissions';
import { findTeam } from '#features/teams/index.ts';
import { readTeam } from '#platform/db/index.ts';
import { notFound } from '#platform/errors.ts';
import { bind, sessionOf, type App, type Binding } from '#platform/feature.ts';
import { decodeTimeCursor, toPage } from '#platform/http/paging.ts';
import { deliveryOf } from '#platform/mail/index.ts';
import { listOpenInvites } from './invites.queries.ts';
import { describeInvite } from './invite-state.ts';
import { makeInvite, resendInvite, revokeInvite } from './invites.service.ts';
import { joinTeam, previewInvite } from './join.service.ts';
import { countWaiting } from './turned-away.ts';

export function bindInvites(app: App): Binding[] {
  return [
    bindCommand('invites.create', invitesRoutes, async ({ caller, body, key }) => {
      const on = { teamId: caller.teamId, session: sessionOf(caller) };
      return await makeInvite(app, on, body, key);
    }),
    bind('invites.list', invitesRoutes, async ({ caller, query }) => {
      const { teamId, actor } = caller;
      const page = { after: decodeTimeCursor(query.cursor), limit: query.limit };
      return await readTeam(app.db, { teamId, userId: actor.userId }, async (tx) => {
        const team = await findTeam(tx);
        if (team === null || actor.role === null) throw notFound('This team');
        // Use the actor's role rather than the user's own: in a view as another member, it is the lower of both roles.
        const reader = { role: actor.role, membersMayInvite: team.membersMayInvite };
        const rows = await listOpenInvites(tx, app.clock.now(), page);
        const paged = toPage(rows, query.limit, (row) => [row.created_at.toISOString(), row.id]);
        return {
          invites: paged.rows.map((row) => describeInvite(app, row, reader)),
          nextCursor: paged.nextCursor,
          delivery: deliveryOf(app),
          turnedAway: hasRole(actor.role, 'admin') ? (await countWaiting(tx, app.clock.now())).all : 0,
        };
      });
    }),
    bindCommand('invites.revoke', invitesRoutes, async ({ caller, params, key }) => {
      const on = { teamId: caller.teamId, session: sessionOf(caller), inviteId: params.inviteId };
      return await revokeInvite(app, on, key);
    }),
    bindCommand('invites.resend', invitesRoutes, async ({ caller, params, key }) => {
      const on = { teamId: caller.teamId, session: sessionOf(caller), inviteId: params.inviteId };
      return await resendInvite(app, on, key);
    }),
    bind('invites.preview', invitesRoutes, async ({ params }) => ({
      invite: await previewInvite(app, params.link),
    })),
    bindCommand('invites.join', invitesRoutes, async ({ caller, params, key }) => {
      const { userId } = sessionOf(caller);
      return await joinTeam(app, userId, params.link, key);
    }),
  ];
}
