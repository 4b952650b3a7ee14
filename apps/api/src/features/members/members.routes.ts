import { membersRoutes } from '@hearth/contracts/members/members';
import { bindCommand } from '#platform/commands/index.ts';
import { readTeam } from '#platform/db/index.ts';
import { notFound } from '#platform/errors.ts';
import { bind, sessionOf, type App, type Binding } from '#platform/feature.ts';
import { decodeIdCursor, decodeTimeCursor, toPage } from '#platform/http/paging.ts';
import { listActivity } from './activity.queries.ts';
import { findMember, listMembers, showMember } from './members.queries.ts';
import { beginView } from './view-as.service.ts';
import { changeRole, removeMember } from './members.service.ts';
import { transferOwnership } from './ownership.service.ts';

export function bindMembers(app: App): Binding[] {
  return [
    bind('members.list', membersRoutes, async ({ caller, query }) => {
      const { teamId, actor } = caller;
      const page = { after: decodeTimeCursor(query.cursor), limit: query.limit };
      const rows = await readTeam(
        app.db,
        { teamId, userId: actor.userId },
        async (tx) => await listMembers(tx, page),
      );
      const paged = toPage(rows, query.limit, (row) => [row.joinedAt, row.userId]);
      const members = paged.rows.map((member) => showMember(actor, member));
      return { members, nextCursor: paged.nextCursor };
    }),
    bind('members.get', membersRoutes, async ({ caller, params }) => {
      const { teamId, actor } = caller;
      const member = await readTeam(
        app.db,
        { teamId, userId: actor.userId },
        async (tx) => await findMember(tx, params.userId),
      );
      if (member === null) throw notFound('This member');
      return { member: showMember(actor, member) };
    }),
    bindCommand('members.update', membersRoutes, async ({ caller, params, body, key }) => {
      const on = { teamId: caller.teamId, session: sessionOf(caller), userId: params.userId };
      return await changeRole(app, on, body.teamRole, key);
    }),
    bindCommand('members.viewAs', membersRoutes, async ({ caller, params, key }) => {
      const { teamId, actor } = caller;
      const on = { teamId, actor, session: sessionOf(caller), userId: params.userId };
      // Create a new token for each request, and skip idempotency because the stored response would contain a token.
      return await beginView(app, on, { ...key, key: null });
    }),
    bindCommand('members.remove', membersRoutes, async ({ caller, params, key }) => {
      const on = { teamId: caller.teamId, session: sessionOf(caller), userId: params.userId };
      return await removeMember(app, on, key);
    }),
    bind('members.activity', membersRoutes, async ({ caller, query }) => {
      const { teamId, actor } = caller;
      const after = decodeIdCursor(query.cursor);
      const rows = await readTeam(app.db, { teamId, userId: actor.userId }, (tx) =>
        listActivity(tx, { after, limit: query.limit }),
      );
      const page = toPage(rows, query.limit, (row) => [row.userId]);
      return { activity: page.rows, nextCursor: page.nextCursor };
    }),
    bindCommand('members.transfer', membersRoutes, async ({ caller, body, key }) => {
      const on = { teamId: caller.teamId, userId: caller.actor.userId, newOwnerId: body.userId };
      return await transferOwnership(app, on, key);
    }),
  ];
}
