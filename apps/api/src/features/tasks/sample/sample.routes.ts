import { sampleProjectRoutes } from '@hearth/contracts/projects/sample-project';
import { bindCommand } from '#platform/commands/index.ts';
import { type App, type Binding } from '#platform/feature.ts';
import { createSample } from './sample.service.ts';

export function bindSample(app: App): Binding {
  return bindCommand('projects.createSample', sampleProjectRoutes, async ({ caller, body, key }) => {
    const on = { teamId: caller.teamId, userId: caller.actor.userId };
    return await createSample(app, on, body, key);
  });
}
