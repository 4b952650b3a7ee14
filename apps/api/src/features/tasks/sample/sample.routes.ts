import { sampleProjectRoutes } from '@hearth/contracts/projects/sample-project';
import { requestKeyOf, setSeqHeader } from '#platform/commands/index.ts';
import { bind, type App, type Binding } from '#platform/feature.ts';
import { createSample } from './sample.service.ts';

export function bindSample(app: App): Binding {
  return bind('projects.createSample', sampleProjectRoutes, async ({ caller, body, request, reply }) => {
    const on = { teamId: caller.teamId, userId: caller.actor.userId };
    const result = await createSample(app, on, body, requestKeyOf(request, body, 201));
    setSeqHeader(reply, result);
    return result.value;
  });
}
