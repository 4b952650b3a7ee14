import type { App, Feature } from '#platform/feature.ts';
import { bindTeamPurge } from './team-purge.ts';
import { selectTeamSnapshot } from './teams.queries.ts';
import { bindTeams } from './teams.routes.ts';

export { listTeamIds } from './team-ids.queries.ts';
export { addTeamFiles } from './team-purge.ts';
export { findTeam, lockRole } from './teams.queries.ts';
export { deleteWithLastPerson, listOwnTeams } from './teams.service.ts';

export async function teams(app: App): Promise<Feature> {
  return {
    name: 'teams',
    bindings: bindTeams(app),
    jobs: [bindTeamPurge(app)],
    snapshot: [{ entity: 'team', order: 'id', select: selectTeamSnapshot, selectPast: 'same' }],
  };
}
