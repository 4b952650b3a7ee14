import { onTeamCreated } from '#features/teams/index.ts';
import type { App, Feature } from '#platform/feature.ts';
import { loadProjectObject, rememberKey } from './projects.queries.ts';
import { bindProjects } from './projects.routes.ts';
import { projectSnapshot } from './snapshot.queries.ts';

export { onProject, type ProjectListener } from './project-listeners.ts';
export { projectJson, type VisibleProjects } from './projects.queries.ts';
export { visibleTo } from './projects.routes.ts';
export { restoreProject } from './projects.service.ts';

export async function projects(app: App): Promise<Feature> {
  onTeamCreated(app, (command, team) => rememberKey(command.tx, team._id, team.key));
  return {
    name: 'projects',
    bindings: bindProjects(app),
    objects: { project: loadProjectObject },
    snapshot: projectSnapshot,
  };
}
