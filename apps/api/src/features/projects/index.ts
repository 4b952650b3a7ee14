import { onMembershipEnd, onRightsLost } from '#features/members/index.ts';
import { onTeamCreated } from '#features/teams/index.ts';
import type { App, Feature } from '#platform/feature.ts';
import { passOnManagement } from './last-manager.ts';
import { dropLeadsWhoLostSight } from './leads.ts';
import { bindProjectFavourites } from './project-favourites.ts';
import { loadProjectObject, rememberKey } from './projects.queries.ts';
import { bindProjects } from './projects.routes.ts';
import { bindReach } from './reach.ts';
import { projectSnapshot } from './snapshot.queries.ts';

export { asAuditObject } from './audit-object.ts';
export { onProject, type ProjectListener } from './project-listeners.ts';
export {
  findProject,
  lockArchiving,
  isAmong,
  projectJson,
  visibleTo,
  type VisibleProjects,
} from './projects.queries.ts';
export { listWhoMaySee, maySeeProject } from './sight.queries.ts';
export { loadProjectObject, lockProject } from './projects.queries.ts';
export { adoptSamples } from './samples.ts';
export { listSampleIds, lockSamples } from './samples.queries.ts';
export { makeProject, restoreProject } from './projects.service.ts';

export async function projects(app: App): Promise<Feature> {
  onTeamCreated(app, (command, team) => rememberKey(command.tx, team.key));
  onMembershipEnd(app, passOnManagement);
  onRightsLost(app, dropLeadsWhoLostSight);
  return {
    name: 'projects',
    bindings: [...bindProjects(app), bindReach(app), ...bindProjectFavourites(app)],
    objects: { project: loadProjectObject },
    snapshot: projectSnapshot,
  };
}
