import { invitesRoutes } from '@hearth/contracts/invites/invites';
import { requestKeyOf, setSeqHeader } from '#platform/commands/index.ts';
import { hasRole } from '@hearth/contracts/permissions/permissions';
import { findTeam } from '#features/teams/index.ts';
import { withTeam } from '#platform/db/index.ts';
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
    bind('invites.create', invitesRoutes, async ({ caller, body, request, reply }) => {
      const on = { teamId: caller.teamId, session: sessionOf(caller) };
      const result = await makeInvite(app, on, body, requestKeyOf(request, body, 201));
      setSeqHeader(reply, result);
      return result.value;
    }),
    bind('invites.list', invitesRoutes, async ({ caller, query }) => {
      const { teamId, actor } = caller;
      const page = { after: decodeTimeCursor(query.cursor), limit: query.limit };
      return await withTeam(
        app.db,
        { teamId, userId: actor.userId },
        async (tx) => {
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
        },
        { isReadOnly: true },
      );
    }),
    bind('invites.revoke', invitesRoutes, async ({ caller, params, request, reply }) => {
      const on = { teamId: caller.teamId, session: sessionOf(caller), inviteId: params.inviteId };
      setSeqHeader(reply, await revokeInvite(app, on, requestKeyOf(request, null, 204)));
    }),
    bind('invites.resend', invitesRoutes, async ({ caller, params, request, reply }) => {
      const on = { teamId: caller.teamId, session: sessionOf(caller), inviteId: params.inviteId };
      const result = await resendInvite(app, on, requestKeyOf(request, null, 200));
      setSeqHeader(reply, result);
      return result.value;
    }),
    bind('invites.preview', invitesRoutes, async ({ params }) => ({
      invite: await previewInvite(app, params.link),
    })),
    bind('invites.join', invitesRoutes, async ({ caller, params, request, reply }) => {
      const { userId } = sessionOf(caller);
      const result = await joinTeam(app, userId, params.link, requestKeyOf(request, null, 200));
      setSeqHeader(reply, result);
      return result.value;
    }),
  ];
}
