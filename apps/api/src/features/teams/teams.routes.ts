import { teamsRoutes } from '@hearth/contracts/teams/teams';
import { storePicture } from '#features/files/index.ts';
import { bindCommand } from '#platform/commands/index.ts';
import { oldestRestorable } from '#platform/restorable.ts';
import { bind, sessionOf, type App, type Binding } from '#platform/feature.ts';
import {
  changeImage,
  changeTeam,
  createTeam,
  deleteTeam,
  listOwnTeams,
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
    bindCommand('teams.create', teamsRoutes, ({ caller, body, key }) =>
      createTeam(app, sessionOf(caller).userId, body, key),
    ),
    bindCommand('teams.update', teamsRoutes, async ({ caller, body, key }) => {
      const on = { teamId: caller.teamId, userId: sessionOf(caller).userId };
      return await changeTeam(app, on, body, key);
    }),
    bindCommand('teams.putImage', teamsRoutes, async ({ caller, body, key }) => {
      const on = { teamId: caller.teamId, userId: sessionOf(caller).userId };
      return await changeImage(app, on, await storePicture(app, body), key);
    }),
    bindCommand('teams.deleteImage', teamsRoutes, async ({ caller, key }) => {
      const on = { teamId: caller.teamId, userId: sessionOf(caller).userId };
      return await changeImage(app, on, null, key);
    }),
    bindCommand('teams.delete', teamsRoutes, async ({ caller, key }) => {
      const on = { teamId: caller.teamId, userId: sessionOf(caller).userId };
      return await deleteTeam(app, on, key);
    }),
    bindCommand('teams.restore', teamsRoutes, async ({ caller, params, key }) => {
      const on = { teamId: params.teamId, userId: sessionOf(caller).userId };
      return await restoreTeam(app, on, key);
    }),
    bind('teams.installation', teamsRoutes, async () => ({ notice: app.db.notice })),
  ];
}
