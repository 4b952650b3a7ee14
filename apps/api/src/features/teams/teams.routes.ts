import { createHash } from 'node:crypto';
import { teamsRoutes } from '@hearth/contracts/teams/teams';
import { storePicture } from '#features/files/index.ts';
import { requestKeyOf, setSeqHeader } from '#platform/commands/index.ts';
import { bind, sessionOf, type App, type Binding } from '#platform/feature.ts';
import {
  changeImage,
  changeTeam,
  createTeam,
  deleteTeam,
  listOwnTeams,
  oldestRestorable,
  restoreTeam,
} from './teams.service.ts';

export function bindTeams(app: App): Binding[] {
  return [
    bind(
      'teams.list',
      teamsRoutes,
      async ({ caller, query }) => await listOwnTeams(app, sessionOf(caller), query),
    ),
    bind(
      'teams.deleted',
      teamsRoutes,
      async ({ caller, query }) =>
        await listOwnTeams(app, sessionOf(caller), query, oldestRestorable(app.clock.now())),
    ),
    bind('teams.create', teamsRoutes, async ({ caller, body, request, reply }) => {
      const result = await createTeam(app, sessionOf(caller).userId, body, requestKeyOf(request, body, 201));
      setSeqHeader(reply, result);
      return result.value;
    }),
    bind('teams.update', teamsRoutes, async ({ caller, body, request, reply }) => {
      const on = { teamId: caller.teamId, userId: sessionOf(caller).userId };
      const result = await changeTeam(app, on, body, requestKeyOf(request, body, 200));
      setSeqHeader(reply, result);
      return result.value;
    }),
    bind('teams.putImage', teamsRoutes, async ({ caller, body, request, reply }) => {
      const on = { teamId: caller.teamId, userId: sessionOf(caller).userId };
      const asked = requestKeyOf(request, { sha256: createHash('sha256').update(body).digest('hex') }, 200);
      const result = await changeImage(app, on, await storePicture(app, body), asked);
      setSeqHeader(reply, result);
      return result.value;
    }),
    bind('teams.deleteImage', teamsRoutes, async ({ caller, request, reply }) => {
      const on = { teamId: caller.teamId, userId: sessionOf(caller).userId };
      const result = await changeImage(app, on, null, requestKeyOf(request, null, 200));
      setSeqHeader(reply, result);
      return result.value;
    }),
    bind('teams.delete', teamsRoutes, async ({ caller, request, reply }) => {
      const on = { teamId: caller.teamId, userId: sessionOf(caller).userId };
      setSeqHeader(reply, await deleteTeam(app, on, requestKeyOf(request, null, 204)));
    }),
    bind('teams.restore', teamsRoutes, async ({ caller, params, request, reply }) => {
      const on = { teamId: params.teamId, userId: sessionOf(caller).userId };
      const result = await restoreTeam(app, on, requestKeyOf(request, null, 200));
      setSeqHeader(reply, result);
      return result.value;
    }),
    bind('teams.installation', teamsRoutes, async () => ({ notice: app.db.notice })),
  ];
}
