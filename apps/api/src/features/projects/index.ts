import type { App, Feature } from '#platform/feature.ts';
import { passOnManagement } from './last-manager.ts';
import { removeLeadsWithoutAccess } from './leads.ts';
import { bindProjectFavourites } from './project-favourites.ts';
import { loadProjectObject, rememberKey } from './projects.queries.ts';
import { bindProjects } from './projects.routes.ts';
import { bindReach } from './reach.ts';
import { projectSnapshot } from './snapshot.queries.ts';

export { findNewManagers, grantNewManagers } from './heirs.queries.ts';
export { asAuditObject } from './audit-object.ts';
export {
  findProject,
  lockArchiving,
  isAmong,
  projectJson,
  visibleTo,
  type VisibleProjects,
} from './projects.queries.ts';
export { listMembersWithAccess, maySeeProject } from './sight.queries.ts';
export { loadProjectObject, lockProject } from './projects.queries.ts';
export { adoptSamples } from './samples.ts';
export { listSampleIds, lockSamples } from './samples.queries.ts';
export { makeProject, restoreProject } from './projects.service.ts';

export async function projects(app: App): Promise<Feature> {
  app.events.on('team.created', (command, team) => rememberKey(command.tx, team.key));
  app.events.on('member.removed', passOnManagement);
  app.events.on('rights.lost', removeLeadsWithoutAccess);
  return {
    name: 'projects',
    bindings: [...bindProjects(app), bindReach(app), ...bindProjectFavourites(app)],
    objects: { project: loadProjectObject },
    snapshot: projectSnapshot,
  };
}
